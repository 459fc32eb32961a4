import { oneOf } from '../../errors/basic-option-rules.js'
import { assertOptions } from '../../errors/assert-options.js'
import { DefinitionError, type DefinitionProblem } from '../../errors/definition-error.js'
import { toRule, type OptionRule } from '../../errors/option-problems.js'
import type { ToolIdentity } from '../../errors/tool-error.js'
import { quoteName } from '../../errors/quoted-name.js'
import type { JsonSchema } from '../json-schema.js'
import type { ProjectedSchema, Projection } from './projection.js'
import type { SchemaLoss } from './source/schema-loss.js'
import { tooManyTools } from './too-many-tools.js'

/** What is read of a tool. Descriptors and definitions have it. */
export interface ProjectableTool {
  /** The name that models call it by, unless `nameOf` gives another. */
  readonly wireName: string
  /** What its arguments are held to. */
  readonly inputSchema: JsonSchema
  /** Whose it is, as `server/name`; read only to say of which servers a list has too many tools. */
  readonly id?: string | ToolIdentity | undefined
}

/** How a list of tools is projected. */
export interface ProjectToolsOptions<Tool extends ProjectableTool> {
  /**
   * What becomes of a tool whose schema the target cannot be given: `drop` leaves that one tool out, `keep` offers it
   * with an object of which nothing is said, `throw` refuses the list. A name that the target refuses cannot be kept.
   * @defaultValue `'drop'`
   */
  readonly onLoss?: 'keep' | 'drop' | 'throw'
  /**
   * The name that the target is told.
   * @defaultValue the wire name
   */
  readonly nameOf?: (tool: Tool) => string
}

/** A tool with its schema as the target takes it. */
export interface ProjectedTool<Tool extends ProjectableTool> extends ProjectedSchema {
  /** The tool as it was given. */
  readonly tool: Tool
  /** The name that the target is told. */
  readonly name: string
}

/** A list of tools as the target takes it. */
export interface ProjectedTools<Tool extends ProjectableTool> {
  /** The tools that can be offered, in their order. */
  readonly tools: readonly ProjectedTool<Tool>[]
  /** The tools that are left out, each with the reason. */
  readonly dropped: readonly { readonly name: string; readonly message: string }[]
  /** The losses of all tools that are not left out, each with the name of its tool. */
  readonly losses: readonly (SchemaLoss & { readonly name: string })[]
}

/**
 * A list of tools for one request. A tool that the target cannot be given never costs the others: it is left out and
 * named.
 *
 * @throws DefinitionError naming every option that is unknown or wrong and, with `onLoss: 'throw'`, every tool that the
 * target cannot be given; of a list that is too long for a request, how many tools each server has in it and which of them
 * fit.
 * @example
 * ```ts
 * const { tools, dropped } = projectTools(registry.descriptors(), forOpenAi())
 * ```
 */
export function projectTools<Tool extends ProjectableTool>(
  tools: readonly Tool[],
  projection: Projection,
  options: ProjectToolsOptions<Tool> = {},
): ProjectedTools<Tool> {
  assertOptions('projectTools', options, optionRules)
  const { onLoss = 'drop', nameOf = ({ wireName }: Tool) => wireName } = options
  const listing: Listing<Tool> = {
    projection,
    onLoss,
    tools: [],
    problems: [],
    strictTools: 0,
    beyond: 0,
  }
  for (const tool of tools) addTool(listing, tool, nameOf(tool))
  const { problems } = listing
  if (onLoss === 'throw') assertOffered(listing, tools)
  return {
    tools: listing.tools,
    dropped: problems.map(({ subject, message }) => ({ name: subject, message })),
    losses: listing.tools.flatMap(({ name, losses }) => losses.map((loss) => ({ ...loss, name }))),
  }
}

/** What `onLoss` must be, in every catalogue. */
export const onLossRule = oneOf('keep', 'drop', 'throw')

const optionRules = {
  onLoss: onLossRule,
  nameOf: toRule('a function that gives a tool its name', (value) => typeof value === 'function'),
} satisfies Record<keyof ProjectToolsOptions<ProjectableTool>, OptionRule>

interface Listing<Tool extends ProjectableTool> {
  readonly projection: Projection
  readonly onLoss: 'keep' | 'drop' | 'throw'
  readonly tools: ProjectedTool<Tool>[]
  readonly problems: DefinitionProblem[]
  strictTools: number
  /** How many are too many for a request. */
  beyond: number
}

/** What is beyond the number that a request takes depends on the order alone, so the list is at fault and not the tool. */
function assertOffered<Tool extends ProjectableTool>(
  { projection, problems, beyond }: Listing<Tool>,
  tools: readonly Tool[],
): void {
  const ofList = beyond > 0 ? [tooManyTools(projection, tools)] : []
  if (ofList.length + problems.length > 0) throw new DefinitionError([...ofList, ...problems])
}

function addTool<Tool extends ProjectableTool>(
  listing: Listing<Tool>,
  tool: Tool,
  name: string,
): void {
  const problem = nameProblem(listing, name)
  if (problem !== undefined) listing.problems.push(problem)
  else if (isFull(listing)) addBeyond(listing, name)
  else addProjected(listing, tool, name)
}

function addProjected<Tool extends ProjectableTool>(
  listing: Listing<Tool>,
  tool: Tool,
  name: string,
): void {
  try {
    const projected = projectWithin(listing, tool)
    if (projected.strict) listing.strictTools += 1
    listing.tools.push({ ...projected, tool, name })
  } catch (error) {
    if (!DefinitionError.is(error)) throw error
    if (listing.onLoss === 'keep') listing.tools.push({ ...anything(error), tool, name })
    else listing.problems.push(...error.problems.map((each) => ({ ...each, subject: name })))
  }
}

function nameProblem<Tool extends ProjectableTool>(
  { projection, tools }: Listing<Tool>,
  name: string,
): DefinitionProblem | undefined {
  const { target, limits } = projection
  if (!limits.toolName.test(name))
    return {
      subject: name,
      message: `${target} takes names that match ${limits.toolName.source}; ${quoteName(name)} does not.`,
      fix: 'Give the server or the tool a name that fits.',
    }
  if (!tools.some((other) => other.name === name)) return undefined
  return {
    subject: name,
    message: `another tool of the list is ${quoteName(name)} for ${target}, too.`,
    fix: 'Give one of the two another name.',
  }
}

function isFull<Tool extends ProjectableTool>({ projection, tools }: Listing<Tool>): boolean {
  return tools.length >= (projection.limits.tools ?? Number.POSITIVE_INFINITY)
}

function addBeyond<Tool extends ProjectableTool>(listing: Listing<Tool>, name: string): void {
  const { projection, tools, problems, onLoss } = listing
  listing.beyond += 1
  if (onLoss === 'throw') return
  problems.push({
    subject: name,
    message: `${projection.target} takes ${tools.length.toString()} tools, and this is one more.`,
    fix: 'Offer fewer tools at once.',
  })
}

/** Tools beyond the number of strict ones that a request takes are sent without. */
function projectWithin<Tool extends ProjectableTool>(
  { projection, strictTools }: Listing<Tool>,
  { inputSchema }: Tool,
): ProjectedSchema {
  const projected = projection.project(inputSchema)
  const { limits, lenient } = projection
  const hasEnough = limits.strictTools !== undefined && strictTools >= limits.strictTools
  if (!projected.strict || !hasEnough || lenient === undefined) return projected
  const message = `${projection.target} takes ${strictTools.toString()} strict tools, and this is one more.`
  const loss: SchemaLoss = { path: '', keyword: 'type', kind: 'not-strict', message }
  const free = lenient.project(inputSchema)
  return { ...free, losses: [loss, ...free.losses] }
}

function anything(error: DefinitionError): ProjectedSchema {
  const message = error.problems.map((problem) => problem.message).join(' ')
  return {
    schema: { type: 'object', properties: {} },
    strict: false,
    losses: [{ path: '', keyword: 'type', kind: 'widened', message }],
    fromModel: (input) => input,
  }
}
