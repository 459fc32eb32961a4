import { describe, expect, it } from 'vitest'

import { rawArguments } from '../../src/arguments/raw-arguments.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'
import type { Admission } from '../../src/tools/tool-definition.js'

const schema: JsonSchema = {
  type: 'object',
  properties: {
    ids: { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
    opts: { type: 'object', properties: { deep: { type: 'object' } } },
    text: { type: 'string' },
    either: { type: ['string', 'object'] },
    limit: { type: 'integer', default: 20 },
  },
  additionalProperties: false,
}

function admit(input: unknown, options: { repair?: boolean; fill?: boolean } = {}): Admission {
  const { repair = false, fill = false } = options
  return rawArguments(schema, { repairJsonStrings: repair, fillDefaults: fill }).admit(input)
}

function refusals(admission: Admission): readonly string[] {
  return admission.status === 'refused'
    ? admission.issues.map(({ path, code }) => `${path} ${code}`)
    : []
}

describe('arguments by a JSON Schema', () => {
  it('are refused with every violation and the nearest names [ADM-02]', () => {
    const admission = admit({ ids: 1, limt: 2, opts: { deep: [] } })
    expect(refusals(admission).toSorted()).toEqual([
      'ids type',
      'limt unknownKey',
      'opts.deep type',
    ])
    expect(JSON.stringify(admission)).toContain('Did you mean')
  })

  it('get the defaults of their schema where asked [ADM-01]', () => {
    expect(admit({}, { fill: true })).toMatchObject({ admitted: { json: { limit: 20 } } })
    expect(admit({})).toMatchObject({ admitted: { json: {} } })
  })

  it('are refused as JSON texts unless repair is on [ADM-01]', () => {
    expect(refusals(admit({ ids: '[[1]]' }))).toEqual(['ids type'])
  })

  it('are repaired at any depth, and what was repaired is told [ADM-01]', () => {
    const input = { ids: ['[1,2]'], opts: '{"deep":"{}"}', text: '[1]', either: '{}' }
    const admission = admit(input, { repair: true })
    expect(admission).toMatchObject({
      status: 'admitted',
      admitted: {
        json: { ids: [[1, 2]], opts: { deep: {} }, text: '[1]', either: '{}' },
        repaired: ['ids[0]', 'opts', 'opts.deep'],
      },
    })
  })

  it('are not repaired by a text of another kind, or none [ADM-01]', () => {
    for (const ids of ['{"a":1}', '[1', '7', 'null']) {
      expect(refusals(admit({ ids }, { repair: true }))).toEqual(['ids type'])
    }
  })

  it('are held to the limits and to forbidden keys in what is repaired [ADM-05]', () => {
    const admission = admit({ opts: '{"__proto__":{}}' }, { repair: true })
    expect(refusals(admission)).toContain('opts.__proto__ forbiddenKey')
  })
})
