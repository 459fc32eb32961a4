// Discovers many tools in a process of its own, and prints what it took and what the tools hold of the heap.
import 'reflect-metadata'
import { Container } from 'inversify'
import { discoverTools, toolModule, type ToolRegistry } from '../../../dist/index.js'
import { fillerTools } from '../filler-tools.js'
import { heapBytes } from '../heap.js'
import { measureTime, type SpentTime } from '../spent-time.js'

/** What a process found out. The bytes are those above the heap with the classes alone. */
export interface ManyTools {
  readonly discovery: SpentTime
  readonly discoveredBytes: number
  readonly calledBytes: number
  readonly schemasBytes: number
}

const tools = Number(process.argv[2])
const input = {
  ...{ customer: 'Ann', quantity: 1, channel: 'web', city: 'Springfield' },
  labels: ['new'],
}

const classes = fillerTools(tools)
const bareBytes = heapBytes()
const read = measureTime()
const registry = discover()
const discovery = read()
const discoveredBytes = heapBytes() - bareBytes
await callEach(registry)
const calledBytes = heapBytes() - bareBytes
assertCount(registry.descriptors().length)
const schemasBytes = heapBytes() - bareBytes
const found: ManyTools = { discovery, discoveredBytes, calledBytes, schemasBytes }
process.stdout.write(JSON.stringify(found))

function discover(): ToolRegistry {
  const container = new Container()
  container.load(toolModule(...classes))
  return discoverTools(container)
}

async function callEach(called: ToolRegistry): Promise<void> {
  let outputs = 0
  for (const id of called.ids()) {
    const { status } = await called.dispatch(id, input)
    if (status === 'output') outputs += 1
  }
  assertCount(outputs)
}

function assertCount(count: number): void {
  if (count !== tools) throw new Error(`There are ${count} of ${tools} tools.`)
}
