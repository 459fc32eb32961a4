import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'

const peers = [
  ...['class-validator', 'class-transformer', 'inversify', 'zod', 'ajv', 'typebox', 'ai'],
  ...['@langchain/core', '@mastra/core', '@openai/agents-core', '@modelcontextprotocol/server'],
  'typescript',
]

/** The machine and the versions a result holds for. */
export function describeMachine(packages: readonly string[] = peers): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  return [
    `Machine: ${model}, ${availableParallelism()} cores, ${process.platform} ${process.arch}, Node ${process.versions.node}.`,
    `Packages: ${packages.map((name) => `${name} ${versionOf(name)}`).join(', ')}.`,
  ].join('\n')
}

/** Read from the package's own folder, for most packages do not export their package.json. */
function versionOf(name: string): string {
  const entry = createRequire(import.meta.url).resolve(name)
  const folder = entry.slice(0, entry.lastIndexOf(join('node_modules', name)))
  const text = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
