// This folder finds where the TypeScript types of tools and their validators do not say the same, by asking the
// validators about values of its own making. It knows nothing of the compiler: it reads the facts a build step wrote.
import type { ClassArguments } from '../../arguments/class-arguments.js'
import type { ClassShape } from '../../arguments/shape/shape.js'
import { DefinitionError } from '../../errors/definition-error.js'
import { findClassArguments } from '../../registry/define/definition-arguments.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import { parseTypeFacts } from '../../tools/parse-type-facts.js'
import type { FactsJson, ToolTypeFacts } from '../../tools/type-facts.js'
import { checkClass } from './check-class.js'
import { definitionFindings } from './report/definition-findings.js'
import type { TypeDrift } from './report/type-drift.js'
import type { TypeValidators } from './static-type/type-judge.js'

/** How long `checkTypes` waits. */
export interface CheckTypesOptions {
  /**
   * How long a validator may take to answer about one value, in milliseconds. A class with one that takes longer is
   * told, and not compared any further.
   * @defaultValue 5000 ms
   */
  readonly probeTimeoutMs?: number
}

const defaultProbeTimeoutMs = 5000

/**
 * Finds where the TypeScript type of a tool's arguments and its validators do not say the same: what validators accept
 * and the type does not have, what the type has and they never accept, and what arrives in the body as something else.
 * Asks the validators, those that answer later included, about values made from the types and the rules; no tool runs.
 * Tools without a class are left out. Sorted by tool, property and kind; empty when types and validators agree.
 *
 * @param tools - a registry, or definitions of it.
 * @param facts - what the build step read from the types, also as an import of JSON gives it.
 * @throws DefinitionError when the facts are not what `tallystick types` writes.
 * @example
 * ```ts
 * for (const { toolId, property, message, fix } of await checkTypes(registry, facts)) {
 *   console.error(`${toolId}, ${property}: ${message} ${fix}`)
 * }
 * ```
 */
export async function checkTypes(
  tools: ToolRegistry | readonly ToolDefinition[],
  facts: FactsJson,
  options: CheckTypesOptions = {},
): Promise<readonly TypeDrift[]> {
  const known = parseTypeFacts(facts, 'checkTypes, facts').tools
  const { probeTimeoutMs = defaultProbeTimeoutMs } = options
  const drifts: TypeDrift[] = []
  const validators: TypeValidators = new Map()
  for (const definition of definitionsOf(tools)) {
    const args = findClassArguments(definition)
    if (args === undefined) continue
    const toolId = definition.id.toString()
    const own = Object.hasOwn(known, toolId) ? known[toolId] : undefined
    if (own === undefined) drifts.push(withoutFacts(toolId))
    else drifts.push(...(await checkTool({ toolId, args, facts: own, validators, probeTimeoutMs })))
  }
  return Object.freeze(drifts.toSorted(compareDrifts).map((drift) => Object.freeze(drift)))
}

function definitionsOf(tools: ToolRegistry | readonly ToolDefinition[]): readonly ToolDefinition[] {
  return 'ids' in tools ? tools.ids().map((id) => tools.get(id)) : tools
}

function withoutFacts(toolId: string): TypeDrift {
  const message = 'the facts of the types do not have this tool.'
  const fix = 'Run `tallystick types`, or export the class from a file of the project.'
  return { toolId, class: '', property: '', kind: 'no-facts', severity: 'error', message, fix }
}

/** A tool with what the types say of it. */
interface CheckedTool {
  readonly toolId: string
  readonly args: ClassArguments
  readonly facts: ToolTypeFacts
  readonly validators: TypeValidators
  readonly probeTimeoutMs: number
}

async function checkTool(tool: CheckedTool): Promise<readonly TypeDrift[]> {
  const { toolId, args, facts, validators, probeTimeoutMs } = tool
  const read = readShape(args)
  if (!('target' in read)) {
    return definitionFindings(read).map((finding) => ({
      toolId,
      ...finding,
      class: finding.class === '' ? facts.class : finding.class,
    }))
  }
  const check = { options: args.readOptions, root: facts.arguments, validators, probeTimeoutMs }
  const findings = await checkClass(check, read)
  return findings.map(({ shape, finding }) => ({
    toolId,
    class: shape === read ? facts.class : shape.target.name,
    ...finding,
  }))
}

/** The class as its decorators describe it, or why they cannot be read. */
function readShape(args: ClassArguments): ClassShape | DefinitionError {
  try {
    return args.shape
  } catch (error) {
    if (DefinitionError.is(error)) return error
    throw error
  }
}

function compareDrifts(left: TypeDrift, right: TypeDrift): number {
  return (
    compareTexts(left.toolId, right.toolId) ||
    compareTexts(left.property, right.property) ||
    compareTexts(left.kind, right.kind)
  )
}

function compareTexts(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}
