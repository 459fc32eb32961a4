import { afterEach, describe, expect, it } from 'vitest'

import { extractFacts } from '../../src/types/index.js'
import { toolSource, typeProject } from './type-project.js'

const ran = 'tallystickCommentRan'
const tags = ['examples', 'default', 'minimum', 'TJS-examples', 'additionalProperties .x']
const evil = `globalThis.${ran} = true; module.exports = { default: [] }`

/** A declaration of each kind, with the comment before it or before what it holds. */
const declarations: Readonly<Record<string, (comment: string) => string>> = {
  'an enum': (comment) => `${comment} export enum Value { A = 'a', B = 'b' }`,
  'a member of an enum': (comment) => `export enum Value { ${comment} A = 'a', B = 'b' }`,
  'the only member of an enum': (comment) => `export enum Value { ${comment} A = 7 }`,
  'a computed member': (comment) => `export enum Value { ${comment} A = 'text'.length }`,
  'an alias of literals': (comment) => `${comment} export type Value = 'a' | 'b'`,
  'an alias of a keyword': (comment) => `${comment} export type Value = string`,
  'an interface': (comment) => `${comment} export interface Value { a: string }`,
  'a property': (comment) => `export interface Value { ${comment} a: 'x' }`,
  'a class': (comment) => `${comment} export class Value { a!: string }`,
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, ran)
})

describe('extractFacts, comments', () => {
  it.each(Object.entries(declarations))('runs no module that tags name on %s', (_kind, declare) => {
    const module = JSON.stringify('./evil.cjs')
    const comment = `\n/**\n${tags.map((tag) => ` * @${tag} require(${module})`).join('\n')}\n */`
    const source = toolSource(
      'one',
      'value!: Value; call(): Value { return this.value }',
      declare(comment),
    )
    const project = typeProject({ 'src/one.ts': source, 'src/evil.cjs': evil })
    const [facts] = Object.values(extractFacts({ project }).tools)
    expect(Reflect.get(globalThis, ran)).toBeUndefined()
    expect(JSON.stringify(facts)).not.toMatch(/examples|default|minimum|\.x/)
  })

  it('runs no module that tags name on the tool', () => {
    const comment = `\n/** @examples require(${JSON.stringify('./evil.cjs')}) */`
    const source = toolSource('one', `${comment} value!: string`, '').replace(
      '@Tool',
      `${comment}\n@Tool`,
    )
    extractFacts({ project: typeProject({ 'src/one.ts': source, 'src/evil.cjs': evil }) })
    expect(Reflect.get(globalThis, ran)).toBeUndefined()
  })
})
