import { describe, expect, it } from 'vitest'

import { isSamePrincipal } from '../../src/tools/same-principal.js'

const bot = { id: 'bot', kind: 'agent', onBehalfOf: 'ann' } as const

describe('isSamePrincipal', () => {
  it('is true for one that is alike, and for nobody twice', () => {
    expect(isSamePrincipal(bot, { ...bot })).toBe(true)
    expect(isSamePrincipal(undefined, undefined)).toBe(true)
  })

  it.each([
    ['id', { ...bot, id: 'cat' }],
    ['kind', { ...bot, kind: 'service' as const }],
    ['whom it acts for', { ...bot, onBehalfOf: 'eve' }],
    ['acting for nobody', { id: 'bot', kind: 'agent' as const }],
    ['being nobody', undefined],
  ])('is false for one that differs in %s', (_, other) => {
    expect(isSamePrincipal(bot, other)).toBe(false)
    expect(isSamePrincipal(other, bot)).toBe(false)
  })
})
