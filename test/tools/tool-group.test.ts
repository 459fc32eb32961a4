import { describe, expect, it } from 'vitest'

import {
  parseToolGroup,
  toolGroupPrefix,
  toolGroups,
  toolGroupsIn,
  toolGroupTokens,
} from '../../src/tools/tool-group.js'
import { isToolGroupToken, isUnknownToolGroup } from '../../src/tools/tool-selector.js'
import { toolSources } from '../../src/tools/tool-source.js'

const tokens = ['@all', '@builtin', '@subagent', '@scripts', '@mcp']

describe('tool groups', () => {
  it('are listed in the order a picker shows them [REG-04]', () => {
    expect(toolGroups.map(({ token }) => token)).toEqual(tokens)
    expect(toolGroupTokens).toBe(tokens.join(', '))
  })

  it.each(toolGroups.map((group) => [group.token, group] as const))(
    'are found by their token and describe themselves: %s [REG-04]',
    (token, group) => {
      expect(parseToolGroup(token)).toBe(group)
      expect(token.startsWith(toolGroupPrefix)).toBe(true)
      expect(group.describe().length).toBeGreaterThan(10)
    },
  )

  it('cover themselves only, but @all every source [REG-04]', () => {
    const covered = toolGroups.map((group) => toolSources.filter((source) => group.covers(source)))
    expect(covered).toEqual([toolSources, ...toolSources.map((source) => [source])])
  })

  it('are read from a list in its order, each once, names and unknown ones skipped [REG-04]', () => {
    const groups = toolGroupsIn([
      '@scripts',
      'read_file',
      '@builtin',
      '@scripts',
      '@nope',
      '@readonly',
    ])
    expect(groups.map(({ token }) => token)).toEqual(['@scripts', '@builtin'])
  })

  it.each(['@builtins', '@ALL', '@', '@mcp ', ' @mcp', '@server:', '@group:', '@server:a b'])(
    'are exact, so that %j is none [REG-04]',
    (entry) => {
      expect(parseToolGroup(entry)).toBeUndefined()
      expect(isToolGroupToken(entry) && !isUnknownToolGroup(entry)).toBe(false)
    },
  )

  it.each(['@server:ledger', '@group:billing', '@readonly'])(
    'are not what %j is, which is a selector [REG-04]',
    (entry) => {
      expect(isToolGroupToken(entry)).toBe(true)
      expect(parseToolGroup(entry)).toBeUndefined()
      expect(isUnknownToolGroup(entry)).toBe(false)
    },
  )

  it.each(['read_file', 'github__create_issue', 'ledger/transfer', ''])(
    'are not spelled like the name %j [REG-04]',
    (entry) => {
      expect(isToolGroupToken(entry)).toBe(false)
      expect(isUnknownToolGroup(entry)).toBe(false)
    },
  )
})
