import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { disagreementKinds } from '../../src/manifest/check/disagreement.js'
import { manifestSchema } from '../../src/manifest/format/manifest-schema.js'
import { parseManifest } from '../../src/manifest/read/parse-manifest.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'

const document = readFileSync(new URL('../../docs/manifest.md', import.meta.url), 'utf8')

/** The first cells of the table below a heading, without their backquotes. */
function firstCells(heading: string): readonly string[] {
  const [, section = ''] = document.split(`## ${heading}\n`)
  const [table = ''] = section.split('\n## ')
  return [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, cell = '']) => cell)
}

function fieldsOfGrants(): readonly string[] {
  const at = (schema: unknown, ...path: readonly string[]): unknown =>
    path.reduce((value: unknown, key) => Reflect.get(Object(value) as object, key), schema)
  const grant = at(manifestSchema(), 'properties', 'spec', 'properties', 'tools', 'items')
  return Object.keys((grant as JsonSchema).properties ?? {})
}

describe('docs/manifest.md', () => {
  it('shows a manifest that parses', () => {
    const [, text = ''] = /```yaml\n([^]*?)```/.exec(document) ?? []
    expect(parseManifest(text).metadata.name).toBe('support-agent')
  })

  it('lists every kind of disagreement', () => {
    expect(firstCells('Disagreements')).toEqual(Object.keys(disagreementKinds))
  })

  it('lists every field of a grant', () => {
    expect([...firstCells('The fields of a grant')].sort()).toEqual([...fieldsOfGrants()].sort())
  })
})
