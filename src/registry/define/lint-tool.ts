import type { DefinitionProblem } from '../../errors/definition-error.js'
import { joinPath } from '../../errors/argument-path.js'
import { quoteName } from '../../errors/quoted-name.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import type { ToolFacts } from '../../tools/tool-definition.js'

/**
 * What makes a tool hard for a model to use although nothing is wrong with it: no description of the tool or of
 * an argument.
 *
 * @throws DefinitionError when the schema of the tool cannot be made.
 */
export function lintTool(definition: ToolFacts): readonly DefinitionProblem[] {
  const subject = definition.id.toString()
  const own: DefinitionProblem[] =
    definition.description.trim() === ''
      ? [
          {
            subject,
            message: 'it has no description, so a model has to guess what it does.',
            fix: 'Add `description` to its definition.',
          },
        ]
      : []
  const paths = undescribedPaths(definition.inputSchema, '')
  return [...own, ...paths.map((path) => undescribed(subject, path))]
}

function undescribed(subject: string, path: string): DefinitionProblem {
  return {
    subject,
    message: `its argument ${quoteName(path)} has no description.`,
    fix: "Add @Describe('…') to it.",
  }
}

function undescribedPaths(schema: JsonSchema, path: string): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const at = joinPath(path, key)
    if (typeof property === 'boolean') return []
    const nested = undescribedPaths(property, at)
    return property.description === undefined ? [at, ...nested] : nested
  })
}
