import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineClassTool } from '../../../src/registry/define/define-class-tool.js'
import { readTools } from '../../../src/metadata/tool-metadata.js'
import type { ToolClass } from '../../../src/tools/constructor.js'
import type { ToolDefinition } from '../../../src/tools/tool-definition.js'
import type { TypeFacts } from '../../../src/tools/type-facts.js'
import { extractFacts } from '../../../src/types/extract-facts.js'

let facts: TypeFacts | undefined

/** What the types of the fixtures say, read by the build step. */
export function fixtureFacts(): TypeFacts {
  const here = dirname(fileURLToPath(import.meta.url))
  return (facts ??= extractFacts({ project: join(here, 'fixtures') }))
}

/** The tools of a module of fixtures, by what they are called there. */
export function toolsOf(module: Readonly<Record<string, unknown>>): readonly ToolDefinition[] {
  return Object.values(module)
    .filter((member): member is ToolClass => typeof member === 'function')
    .filter((member) => readTools(member).length > 0)
    .map(toDefinition)
}

/** The definition of a class, as discovery makes it. */
function toDefinition(toolClass: ToolClass): ToolDefinition {
  return defineClassTool(toolClass, {
    instances: { create: (target) => new target() },
    argumentOptions: { repairJsonStrings: false },
  })
}
