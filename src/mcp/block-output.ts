import type { CallToolResult } from '@modelcontextprotocol/server'

import { isObject } from '../schema/is-object.js'

/** The blocks that a result of MCP says something in. */
export type ContentBlock = CallToolResult['content'][number]

/**
 * The output of a foreign tool that is not one value or one text: its blocks, and the structured content beside them. What
 * is served onward becomes such a result again.
 */
export interface BlockOutput {
  readonly content: readonly ContentBlock[]
  readonly structuredContent?: unknown
}

/** An output as blocks; undefined for one that is none, or whose blocks no client could read. */
export function findBlockOutput(output: unknown): BlockOutput | undefined {
  if (!isObject(output) || !Array.isArray(output['content'])) return undefined
  const isWhole = Object.keys(output).every(
    (key) => key === 'content' || key === 'structuredContent',
  )
  const isReadable = output['content'].length > 0 && output['content'].every(isBlock)
  return isWhole && isReadable ? (output as unknown as BlockOutput) : undefined
}

type Texts = readonly string[]

/** The members that a block cannot do without, all of them texts. */
const needed: Readonly<Record<string, Texts>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource_link: ['uri', 'name'],
}

function isBlock(block: unknown): boolean {
  if (!isObject(block) || !isAnnotated(block)) return false
  const { type, resource } = block
  if (type === 'resource') return isResource(resource)
  return typeof type === 'string' && Object.hasOwn(needed, type) && hasTexts(block, needed[type])
}

function isResource(resource: unknown): boolean {
  if (!isObject(resource) || !hasTexts(resource, ['uri'])) return false
  return hasTexts(resource, ['text']) || hasTexts(resource, ['blob'])
}

/** For whom a block is and how much it matters, where that is said. */
function isAnnotated({ annotations }: Readonly<Record<string, unknown>>): boolean {
  if (annotations === undefined) return true
  if (!isObject(annotations)) return false
  return Object.entries(annotationRules).every(
    ([name, accepts]) => annotations[name] === undefined || accepts(annotations[name]),
  )
}

const annotationRules: Readonly<Record<string, (value: unknown) => boolean>> = {
  audience: (value) => Array.isArray(value) && value.every(isRole),
  priority: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  lastModified: (value) => typeof value === 'string',
}

function isRole(value: unknown): boolean {
  return value === 'user' || value === 'assistant'
}

function hasTexts(value: Readonly<Record<string, unknown>>, names: Texts = []): boolean {
  return names.every((name) => typeof value[name] === 'string')
}
