import { discoverTools } from '../../container/discover-tools.js'
import { createContainer, fillContainer, type Container } from '../../container/fill-container.js'
import { ApprovalLayer } from '../../journal/approval/approval-layer.js'
import { IdempotencyLayer } from '../../journal/idempotency/idempotency-layer.js'
import type { Journal } from '../../journal/journals/journal.js'
import { standardLayers, type StandardLayersOptions } from '../../layers/standard-layers.js'
import { bindManifest } from '../../manifest/bind-manifest.js'
import { ToolRegistry } from '../../registry/tool-registry.js'
import type { ToolClass } from '../../tools/constructor.js'
import type { FakeApprover } from './fake-approver.js'
import type { FakeClock } from './fake-clock.js'
import type { ToolHarnessOptions } from './harness-options.js'

/** What the registry of a harness goes by. */
export interface HarnessParts {
  readonly journal: Journal | undefined
  readonly approver: FakeApprover
  readonly clock: FakeClock
}

/** The tools of a harness under its layers, bound to its manifest. */
export function createHarnessRegistry(
  options: ToolHarnessOptions,
  parts: HarnessParts,
): ToolRegistry {
  const { manifest, contracts, agent, finish } = options
  const layered = layersOf(options, parts).reduce(
    (registry, layer) => registry.layer(layer),
    registryOf(options),
  )
  const bound = manifest === undefined ? layered : bindManifest(layered, manifest, { contracts })
  const seen = agent === undefined ? bound : bound.forAgent(agent)
  return finish === undefined ? seen : finish(seen)
}

function registryOf(options: ToolHarnessOptions): ToolRegistry {
  const tools = options.tools ?? []
  const definitions = tools.filter((tool) => typeof tool !== 'function')
  const classes = tools.filter((tool) => typeof tool === 'function')
  return discovered(options, classes).register(...definitions)
}

function discovered(options: ToolHarnessOptions, classes: readonly ToolClass[]): ToolRegistry {
  const { overrides = [], discover = {} } = options
  const contents = { classes, overrides: [...overrides] }
  if (options.container === undefined && classes.length === 0) return ToolRegistry.empty()
  const container: Container = options.container ?? createContainer(contents)
  if (options.container !== undefined) fillContainer(container, contents)
  return discoverTools(container, discover)
}

function layersOf(
  options: ToolHarnessOptions,
  parts: HarnessParts,
): ReturnType<typeof standardLayers> {
  const { journal, approver, clock } = parts
  return standardLayers({
    ...byClock(options.layers ?? {}, clock),
    idempotency: journal && new IdempotencyLayer(journal),
    approval: new ApprovalLayer(approver, { when: 'granted', ...options.approval }),
  })
}

/** Layers that wait do so by the clock of the harness, unless they have one of their own. */
function byClock(layers: StandardLayersOptions, clock: FakeClock): StandardLayersOptions {
  const { retry, timeout, concurrency } = layers
  return {
    ...layers,
    retry: retry && { clock, ...retry },
    timeout: timeout && { clock, ...timeout },
    concurrency: concurrency && { clock, ...concurrency },
  }
}
