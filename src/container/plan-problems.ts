import type { DefinitionProblem } from '../errors/definition-error.js'
import type { ToolClass } from '../tools/constructor.js'
import { findAsyncReason } from './async-binding.js'
import { subjectOf, tokenText } from './classes/class-name.js'
import type { BindingMode } from './container-instances.js'
import { ToolRegistry } from '../registry/tool-registry.js'
import { planStub, type PlanProbe } from './plan-probe.js'
import { walkPlan, type PlanNode, type PlanStep, type PlannedBinding } from './plan-tree.js'
import { toService } from './tool-module.js'

/** What planning a tool came to. */
export interface PlannedTool {
  readonly problems: readonly DefinitionProblem[]
  /** True when a `ToolRegistry` is injected somewhere in its graph. */
  readonly usesRegistry: boolean
}

/** Finds what is wrong anywhere in the graph of a tool, without making an instance. */
export function planTool(probe: PlanProbe, toolClass: ToolClass, mode: BindingMode): PlannedTool {
  const { root, problems } = planAll(probe, toolClass)
  const steps = root === undefined ? [] : walkPlan(root)
  const registrySteps = steps.filter(({ service }) => service === ToolRegistry)
  return {
    problems: [
      ...problems,
      ...steps.slice(0, 1).flatMap(({ node }) => scopeProblems(toolClass, node.binding)),
      ...(mode === 'sync' ? steps.flatMap((step) => asyncProblems(toolClass, step, probe)) : []),
      ...registrySteps.flatMap((step) => registryProblems(toolClass, step)),
    ],
    usesRegistry: registrySteps.length > 0,
  }
}

interface PlanAttempt {
  readonly root: PlanNode | undefined
  readonly problems: readonly DefinitionProblem[]
}

/** Plans on behind each missing service, so that all of them are found at once. */
function planAll(probe: PlanProbe, toolClass: ToolClass): PlanAttempt {
  try {
    return { root: probe.plan(toService(toolClass)), problems: [] }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    const problem = planProblem(toolClass, text)
    const missing = isMissing.test(text) ? probe.findMissing() : undefined
    if (missing === undefined) return { root: undefined, problems: [problem] }
    const rest = planAll(probe.withStub(missing), toolClass)
    return { root: rest.root, problems: [problem, ...rest.problems] }
  }
}

// Inversify's errors carry no code that tells these apart.
const isMissing = /^No bindings found/

const fixes: readonly (readonly [RegExp, string])[] = [
  [isMissing, 'Bind it in the container before discoverTools, or mark it @optional().'],
  [/^Circular dependency/, 'Break the cycle, for example with a factory that is called later.'],
  [/^Ambiguous bindings/, 'Leave one binding, or tell them apart with @named or @tagged.'],
]

function planProblem(toolClass: ToolClass, text: string): DefinitionProblem {
  const fix = fixes.find(([pattern]) => pattern.test(text))?.[1]
  return {
    subject: subjectOf(toolClass),
    message: `the container cannot make it: ${toOneLine(text)}.`,
    fix: fix ?? 'Correct the bindings and injections of its graph.',
  }
}

/** Inversify's message without the paragraph of constraints, unless a name or tag is what does not match. */
function toOneLine(text: string): string {
  const paragraphs = text.split('\n\n')
  const isPlain = !/- tags:|- name: (?!-$)/m.test(text)
  const kept = isPlain
    ? paragraphs.filter((part) => !part.startsWith('Binding constraints'))
    : paragraphs
  return kept
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/[.\s]+$/, '')
}

function scopeProblems(toolClass: ToolClass, binding: PlannedBinding): DefinitionProblem[] {
  if (binding.type === 'Factory' || binding.type === 'ServiceRedirection') {
    return [notTransient(toolClass, 'it is bound to something else than its class.')]
  }
  if (binding.scope === 'Transient') return []
  const scope =
    binding.type === 'ConstantValue'
      ? 'as a constant'
      : `in ${(binding.scope ?? '').toLowerCase()} scope`
  return [
    notTransient(
      toolClass,
      `it is bound ${scope}, so calls could share one instance and its arguments.`,
    ),
  ]
}

function notTransient(toolClass: ToolClass, message: string): DefinitionProblem {
  const fix = 'Bind the class with toolModule alone, or with .inTransientScope().'
  return { subject: subjectOf(toolClass), message, fix }
}

function asyncProblems(
  toolClass: ToolClass,
  step: PlanStep,
  probe: PlanProbe,
): DefinitionProblem[] {
  const reason = findAsyncReason(step, probe)
  if (reason === undefined) return []
  return [
    {
      subject: subjectOf(toolClass),
      message: `${tokenText(step.service)} in its graph is made asynchronously: ${reason}.`,
      fix: 'Pass asyncBindings: true to discoverTools, or make the singleton once with container.getAsync before.',
    },
  ]
}

/** A registry must be the view of the call; one that is kept, or bound by hand, reaches further. */
function registryProblems(toolClass: ToolClass, { node, keeper }: PlanStep): DefinitionProblem[] {
  const subject = subjectOf(toolClass)
  if (node.binding.value !== planStub) {
    return [
      {
        subject,
        message:
          'the container binds the ToolRegistry in its graph, so its calls could reach further than its caller.',
        fix: 'Remove the binding: discoverTools binds ToolRegistry to the view of each call.',
      },
    ]
  }
  if (keeper === undefined) return []
  return [
    {
      subject,
      message: `the singleton ${tokenText(keeper.serviceIdentifier)} in its graph would keep the ToolRegistry of the first call for all later ones.`,
      fix: 'Bind it in transient or request scope, or call tools through the context of the call.',
    },
  ]
}
