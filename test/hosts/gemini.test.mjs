import { GoogleGenAI } from '@google/genai'
import { describe, expect, it, vi } from 'vitest'

import { forGemini } from '../../src/schema/projections/for-gemini.ts'
import { sources } from './sources.mjs'

/** The parameters as the SDK puts them on the wire. */
async function onTheWire(parameters) {
  const bodies = []
  vi.stubGlobal('fetch', async (_url, init) => {
    bodies.push(JSON.parse(init.body))
    return Response.json({ candidates: [] })
  })
  const client = new GoogleGenAI({ apiKey: 'none' })
  const tools = [{ functionDeclarations: [{ name: 'tool', parameters }] }]
  await client.models.generateContent({ model: 'any', contents: 'Hi', config: { tools } })
  vi.unstubAllGlobals()
  return bodies[0].tools[0].functionDeclarations[0]
}

/** Our type names in the capitals of the wire. */
function inCapitals(node) {
  if (Array.isArray(node)) return node.map(inCapitals)
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).map(([key, value]) => {
    if (key === 'properties')
      return [key, Object.fromEntries(Object.entries(value).map(([k, v]) => [k, inCapitals(v)]))]
    return [key, key === 'type' ? value.toUpperCase() : inCapitals(value)]
  })
  return Object.fromEntries(entries)
}

describe('@google/genai', () => {
  it.each(sources)('[SCH-09] sends the projection of $name unchanged', async ({ schema }) => {
    const projected = forGemini().project(schema).schema
    const { parameters } = await onTheWire(structuredClone(projected))
    expect(inCapitals(parameters)).toEqual(inCapitals(projected))
  })
})
