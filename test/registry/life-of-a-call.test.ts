import { describe, expect, it } from 'vitest'
import { ToolRegistry } from '../../src/registry/tool-registry.js'
import type { ToolDefinition } from '../../src/tools/tool-definition.js'
import type { ToolCall, ToolLayer } from '../../src/tools/tool-layer.js'
import { layer, registryOf, tool } from './tools.js'

/** A tool whose every step is recorded. */
function recordedTool(steps: string[]): ToolDefinition {
  const plain = tool({ call: () => void steps.push('body') })
  return {
    ...plain,
    admit: (input) => (steps.push('admit'), plain.admit(input)),
    prepare: (admitted, context) => (steps.push('instance'), plain.prepare(admitted, context)),
    checkOutput: (output) => (steps.push('output'), plain.checkOutput(output)),
  }
}

function recordedLayer(name: string, steps: string[]): ToolLayer {
  return layer(name, async (call, next) => {
    steps.push(`${name} in`)
    const outcome = await next(call)
    steps.push(`${name} out`)
    return outcome
  })
}

describe('ToolRegistry.dispatch', () => {
  it('admits, goes through the layers, makes the instance, runs the body, checks the output and reports [DIS-01]', async () => {
    const steps: string[] = []
    const registry = registryOf(recordedTool(steps))
      .layer(recordedLayer('inner', steps))
      .layer(recordedLayer('outer', steps))
      .observe(({ type }) => steps.push(`${type} event`))
    await registry.dispatch('shop/order', {}).finally(() => steps.push('answer'))
    const inwards = ['admit', 'outer in', 'inner in', 'instance', 'body', 'output']
    expect(steps).toEqual([...inwards, 'inner out', 'outer out', 'terminal event', 'answer'])
  })

  it('runs the last registered layer first [REG-02]', async () => {
    const steps: string[] = []
    const registry = registryOf(recordedTool(steps))
      .layer(recordedLayer('A', steps))
      .layer(recordedLayer('B', steps))
    await registry.dispatch('shop/order', {})
    expect(registry.layerNames).toEqual(['A', 'B'])
    const order = ['B in', 'A in', 'body', 'A out', 'B out']
    expect(steps.filter((step) => order.includes(step))).toEqual(order)
  })

  it.each(['shop__order', 'shop/order', 'tool://shop/order'])('takes %s', async (ref) => {
    const outcome = await registryOf(tool()).dispatch(ref, {})
    expect(outcome).toEqual({ status: 'output', value: 'done' })
  })

  it('takes an id, and one of another copy of the package', async () => {
    const registry = registryOf(tool())
    const { id } = registry.get('shop/order')
    const copied = { server: 'shop', name: 'order' } as unknown as typeof id
    expect((await registry.dispatch(id, {})).status).toBe('output')
    expect((await registry.dispatch(copied, {})).status).toBe('output')
  })

  it('does not touch the arguments when no layer reads them', async () => {
    let reads = 0
    const plain = tool({ call: () => 'done' })
    const admitted = {
      repaired: [],
      get json() {
        reads += 1
        return {}
      },
    }
    const lazy: ToolDefinition = {
      ...plain,
      admit: () => ({ status: 'admitted', admitted }),
      prepare: () => () => 'done',
    }
    await registryOf(lazy)
      .layer(layer('blind', (call, next) => next(call)))
      .dispatch('shop/order', {})
    expect(reads).toBe(0)
  })

  it('gives layers one frozen call whose arguments are frozen too', async () => {
    const calls: ToolCall[] = []
    const registry = registryOf(tool({ inputSchema: { properties: { a: {} } } })).layer(
      layer('reads', (call, next) => {
        calls.push(call)
        return next(call)
      }),
    )
    expect((await registry.dispatch('shop/order', { a: 1 })).status).toBe('output')
    expect(calls.map((call) => [Object.isFrozen(call), Object.isFrozen(call.arguments)])).toEqual([
      [true, true],
    ])
    expect(calls[0]?.arguments).toEqual({ a: 1 })
  })

  it('lets a body reach its own registry view through the context, with a context of its own', async () => {
    const inner = tool({ name: 'inner', call: (_args, context) => context.callId })
    const outer = tool({
      name: 'outer',
      call: async (_args, context) => [context.callId, await context.dispatch('shop/inner', {})],
    })
    const outcome = await registryOf(inner, outer).dispatch('shop/outer', {}, { callId: 'outer' })
    expect(outcome).toMatchObject({
      value: ['outer', { value: expect.not.stringMatching('outer') }],
    })
  })

  it('takes what a body hands on as the JSON it stands for: instances and Dates', async () => {
    class Patient {
      readonly name = 'A'
      readonly born = new Date(0)
    }
    const inputSchema = { type: 'object', properties: { patient: {} } } as const
    const inner = tool({ name: 'inner', inputSchema, call: (args) => args })
    const outer = tool({
      name: 'outer',
      call: (_args, context) => context.dispatch('shop/inner', { patient: new Patient() }),
    })
    const outcome = await registryOf(inner, outer).dispatch('shop/outer', {})
    const patient = { name: 'A', born: '1970-01-01T00:00:00.000Z' }
    expect(outcome).toMatchObject({ value: { status: 'output', value: { patient } } })
  })

  it('does nothing on an empty registry but refuse', async () => {
    await expect(ToolRegistry.empty().dispatch('a/b', {})).rejects.toThrow('"a/b"')
  })
})
