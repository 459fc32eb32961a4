import { assertOptions } from '../../errors/assert-options.js'
import { toRule, type OptionRule } from '../../errors/option-problems.js'
import type { Journal } from '../../journal/journals/journal.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import type { Projection } from '../../schema/projections/projection.js'
import type { TurnContext } from '../turn/answer-calls.js'
import { onLossRule } from '../../schema/projections/project-tools.js'
import type { CatalogueOptions } from '../turn/offered-tools.js'

/** How a registry becomes tools of an SDK that runs the loop itself. */
export interface HostToolsOptions<Facts> extends CatalogueOptions {
  /**
   * Who calls belong to, or what finds that out of what the SDK says of a call. The id of a call is the SDK's. With a
   * `runId` and a journal the same call once more finds what it came to, and nothing is paid twice.
   * @defaultValue a context of its own for every call
   */
  readonly context?: TurnContext | ((facts: Facts) => TurnContext) | undefined
  /**
   * The schemas, as the model behind the SDK takes them.
   * @defaultValue that of the SDK's own models or, where it has none, `forAnthropic()`, which most models take: one object
   * without combinators at the root
   */
  readonly projection?: Projection | undefined
  /**
   * The journal of the registry's idempotency layer, where a decision that the SDK brings counts as that of the call's
   * principal, on calls of that principal only. It needs a `runId`, and never counts under four eyes. A registry without such
   * a layer is refused. Without `approvals` decisions are made elsewhere, and the model reads that its call waits.
   * @defaultValue none
   */
  readonly approvals?: Pick<Journal, 'approve' | 'deny' | 'pending'> | undefined
}

/**
 * The options as they were given.
 * @throws DefinitionError naming every option that is unknown or wrong.
 */
export function readHostOptions<Facts>(
  subject: string,
  options: HostToolsOptions<Facts>,
  registry: ToolRegistry,
): HostToolsOptions<Facts> {
  assertOptions(subject, options, toRules(registry))
  return options
}

const has =
  (...names: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    names.every((name) => typeof Reflect.get(value, name) === 'function')

const isJournal = has('approve', 'deny', 'pending')

/** Without records a call would run while it is found out whether a person has to be asked. */
function toRules({
  callRecords,
}: ToolRegistry): Record<keyof HostToolsOptions<unknown>, OptionRule> {
  return {
    ...rules,
    approvals: toRule(
      'the journal of an IdempotencyLayer of the registry',
      (value) => isJournal(value) && callRecords !== undefined,
    ),
  }
}

const rules = {
  context: toRule('the fields of a context, a context, or a function that gives one', (value) =>
    ['object', 'function'].includes(value === null ? 'null' : typeof value),
  ),
  projection: toRule('a projection, such as forOpenAi()', has('project')),
  onLoss: onLossRule,
} satisfies Record<Exclude<keyof HostToolsOptions<unknown>, 'approvals'>, OptionRule>
