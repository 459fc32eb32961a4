import { defineTool, standardLayers, ToolRegistry } from '../../../dist/index.js'

const dispatches = 1_000_000
const samples = 10

/** The heap after each tenth of a million calls through five layers, as a Markdown section. */
export async function benchLayerHeap(): Promise<string> {
  const registry = layeredRegistry()
  await dispatchMany(registry, 50_000)
  const heaps = [heapMb()]
  for (let sample = 0; sample < samples; sample += 1) {
    await dispatchMany(registry, dispatches / samples)
    heaps.push(heapMb())
  }
  return [
    '## A million calls',
    '',
    'Scope, concurrency, timeout, retry and policy round one tool, a million calls in a row. The heap in MB, collected, before and after',
    'each 100000 of them:',
    '',
    heaps.map((heap) => heap.toFixed(2)).join(', '),
  ].join('\n')
}

function layeredRegistry(): ToolRegistry {
  const tool = defineTool({ server: 'bench', name: 'one', description: 'One.', call: () => 1 })
  const layers = standardLayers({
    scope: { scope: { wrap: (_context, run) => run() } },
    concurrency: { limit: 2 },
    timeout: { timeoutMs: 60_000 },
    retry: {},
    policy: { rules: [{ decide: 'allow' }] },
  })
  return layers.reduce((to, layer) => to.layer(layer), ToolRegistry.empty().register(tool))
}

async function dispatchMany(registry: ToolRegistry, count: number): Promise<void> {
  for (let call = 0; call < count; call += 1) await registry.dispatch('bench/one', {})
}

function heapMb(): number {
  if (globalThis.gc === undefined) throw new Error('Run it with --expose-gc.')
  globalThis.gc()
  return process.memoryUsage().heapUsed / 2 ** 20
}
