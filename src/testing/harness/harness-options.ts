import { basicRules } from '../../errors/basic-option-rules.js'
import type { Container, ServiceOverride } from '../../container/fill-container.js'
import type { DiscoverOptions } from '../../container/discover-options.js'
import { assertOptions } from '../../errors/assert-options.js'
import { DefinitionError } from '../../errors/definition-error.js'
import { toRule, type OptionRule } from '../../errors/option-problems.js'
import type { ApprovalLayerOptions } from '../../journal/approval/approval-layer.js'
import type { Journal } from '../../journal/journals/journal.js'
import type { StandardLayersOptions } from '../../layers/standard-layers.js'
import type { ContractBook } from '../../manifest/contract/contract-book.js'
import type { Manifest } from '../../manifest/manifest.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import type { ToolClass } from '../../tools/constructor.js'
import type { ToolContextInit } from '../../tools/context-init.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { FakeApprover } from './fake-approver.js'
import type { FakeClock } from './fake-clock.js'

/** What a harness is made of. One of `tools` and `container` must be there. */
export interface ToolHarnessOptions {
  /** Tool classes, and definitions made by `defineTool`. */
  readonly tools?: readonly (ToolClass | ToolDefinition)[] | undefined
  /**
   * A container with tools and services, and nothing resolved yet. It belongs to the harness from then on: make one for
   * each harness. Without one, tools have the services of `overrides` and no others.
   */
  readonly container?: Container | undefined
  /** What stands in for services: pairs of service identifier and value, or a Map of them. */
  readonly overrides?: Iterable<ServiceOverride> | undefined
  /** How tools are discovered. */
  readonly discover?: DiscoverOptions | undefined
  /**
   * What keeps records of calls: a journal, or `'none'`.
   * @defaultValue one in memory, by the clock of the harness
   */
  readonly journal?: Journal | 'none' | undefined
  /** Layers of this package, as `standardLayers` takes them. Those that wait go by the clock of the harness. */
  readonly layers?: Omit<StandardLayersOptions, 'approval' | 'idempotency'> | undefined
  /**
   * Which calls the approver is asked about.
   * @defaultValue `{ when: 'granted' }`: those whose grant or policy wants it
   */
  readonly approval?: ApprovalLayerOptions | undefined
  /** @defaultValue one that parks every call, for `pending`, `approve` and `deny` */
  readonly approver?: FakeApprover | undefined
  /** @defaultValue one that begins at the time of now */
  readonly clock?: FakeClock | undefined
  /** The reviewed document that the registry is bound to. */
  readonly manifest?: Manifest | undefined
  /** The reviewed contracts that lie beside the manifest, as `loadContracts` reads them, to say what changed in one. */
  readonly contracts?: ContractBook | undefined
  /** The agent of the manifest whose tools there are. */
  readonly agent?: string | undefined
  /** What calls belong to that say nothing else. */
  readonly context?: ToolContextInit | undefined
  /** The last step to the registry: own layers, a narrower view. */
  readonly finish?: ((registry: ToolRegistry) => ToolRegistry) | undefined
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null
const isCallable = (value: unknown): boolean => typeof value === 'function'

const rules = {
  tools: toRule('a list of tool classes and definitions', Array.isArray),
  container: toRule('a container of Inversify', isObject),
  overrides: toRule('pairs of service and value, or a Map', (value) => {
    return isObject(value) && Symbol.iterator in (value as object)
  }),
  discover: basicRules.object,
  journal: toRule("a journal, or 'none'", (value) => value === 'none' || isObject(value)),
  layers: toRule('options of standardLayers without approval and idempotency', (value) => {
    return isObject(value) && !['approval', 'idempotency'].some((name) => name in (value as object))
  }),
  approval: basicRules.object,
  approver: toRule('what createFakeApprover makes', isCallable),
  clock: toRule('what createFakeClock makes', isObject),
  manifest: toRule('a manifest, as parseManifest gives it', isObject),
  contracts: toRule('what loadContracts or parseContracts gives', (value) => value instanceof Map),
  agent: toRule('the name of an agent of the manifest', (value) => typeof value === 'string'),
  context: toRule('fields of a context', isObject),
  finish: toRule('a function of the registry', isCallable),
} satisfies Record<keyof ToolHarnessOptions, OptionRule>

/** @throws DefinitionError naming every option that is unknown or wrong. */
export function assertHarnessOptions(options: ToolHarnessOptions): void {
  assertOptions('toolHarness', options, rules)
  if (options.tools === undefined && options.container === undefined) {
    throw new DefinitionError([withoutTools])
  }
  if (options.contracts !== undefined && options.manifest === undefined) {
    throw new DefinitionError([withoutManifest])
  }
}

const withoutTools = {
  subject: 'toolHarness',
  message: 'there are neither tools nor a container.',
  fix: 'Pass { tools: [MyTool] } or { container }.',
}

const withoutManifest = {
  subject: 'toolHarness',
  message: '`contracts` says what changed since a manifest was reviewed, and there is none.',
  fix: 'Pass { manifest, contracts }.',
}
