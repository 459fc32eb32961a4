import type { DefinitionProblem } from '../../errors/definition-error.js'
import { joinPath } from '../../errors/argument-path.js'
import { quoteName } from '../../errors/quoted-name.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import type { ToolDefinition, ToolFacts } from '../../tools/tool-definition.js'

/** Clients that show a tool under the name of its server hide what is longer. */
const shownNameLength = 60

/** What a lint looks at. */
export type LintedTool = ToolFacts & Partial<Pick<ToolDefinition, 'keyRule'>>

/**
 * What makes a tool hard for a model to use although nothing is wrong with it: no description of the tool or of
 * an argument, a name that some clients are known to hide. Also a key that a read declares: nobody asks for it.
 *
 * @throws DefinitionError when the schema of the tool cannot be made.
 */
export function lintTool(definition: LintedTool): readonly DefinitionProblem[] {
  const subject = definition.id.toString()
  const paths = undescribedPaths(definition.inputSchema, '')
  return [
    ...(definition.description.trim() === '' ? [withoutDescription(subject)] : []),
    ...(definition.wireName.length > shownNameLength ? [withLongName(subject)] : []),
    ...paths.map((path) => undescribed(subject, path)),
    ...(definition.keyRule === undefined || definition.mutates ? [] : [withUnusedKey(subject)]),
  ]
}

function withUnusedKey(subject: string): DefinitionProblem {
  return {
    subject,
    message: 'it declares an idempotency key and reads only, so the key lies unused.',
    fix: 'Remove the key, or declare the effect that it names.',
  }
}

function withoutDescription(subject: string): DefinitionProblem {
  return {
    subject,
    message: 'it has no description, so a model has to guess what it does.',
    fix: 'Add `description` to its definition.',
  }
}

function withLongName(subject: string): DefinitionProblem {
  return {
    subject,
    message: `its wire name is longer than ${shownNameLength.toString()} characters, which some clients hide.`,
    fix: 'Give it a shorter `wireName`.',
  }
}

function undescribed(subject: string, path: string): DefinitionProblem {
  return {
    subject,
    message: `its argument ${quoteName(path)} has no description.`,
    fix: "Add @Describe('…') to it, or `description` to its schema.",
  }
}

/** Arguments without a description, by path; `[]` stands for any element, any value or any position. */
function undescribedPaths(schema: SubSchema, path: string): readonly string[] {
  if (typeof schema !== 'object') return []
  const elements = [schema.items, schema.additionalProperties, ...(schema.prefixItems ?? [])]
  const choices = [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])]
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
      undescribedProperty(property, joinPath(path, key)),
    ),
    ...elements.flatMap((element) => undescribedPaths(element, `${path}[]`)),
    ...choices.flatMap((choice) => undescribedPaths(choice, path)),
  ]
}

type SubSchema = JsonSchema | boolean | undefined

/** A tag with one value explains itself. */
function undescribedProperty(property: SubSchema, path: string): readonly string[] {
  const isTold =
    typeof property !== 'object' || property.description !== undefined || 'const' in property
  return [...(isTold ? [] : [path]), ...undescribedPaths(property, path)]
}
