import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { describe, expect, it } from 'vitest'

import { Tool } from '../../src/decorators/tool.js'
import { ToolRegistry } from '../../src/registry/tool-registry.js'
import type { ToolContext } from '../../src/tools/tool-context.js'
import { compile, feature, start } from './start.js'

/** A promise to be settled from elsewhere. */
function later() {
  let resolve: (value: string) => void = () => undefined
  const promise = new Promise<string>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

/** A tool that is busy until it is told what to answer. */
function busyTool() {
  const [begun, work] = [later(), later()]
  @Tool({ server: 'job', name: 'run' })
  class Run {
    async call(context: ToolContext) {
      begun.resolve('begun')
      const done = await work.promise
      return context.dispatch('job/note', {}).then(() => done)
    }
  }
  return { Run, begun: begun.promise, finish: work.resolve }
}

@Tool({ server: 'job', name: 'note' })
class Note {
  call() {
    return 'noted'
  }
}

describe('a call before the application has started', () => {
  it('did not happen, and says when to call', async () => {
    const app = await compile({ imports: [feature('JobModule', [Note])] })
    await expect(app.get(ToolRegistry).dispatch('job/note', {})).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      disposition: 'did-not-happen',
      message:
        'job/note: the Nest application has not started. Call tools after app.init() or app.listen(), in code of the application from onApplicationBootstrap on.',
    })
  })

  it('may be made in onApplicationBootstrap', async () => {
    @Injectable()
    class Boot implements OnApplicationBootstrap {
      outcome: unknown
      constructor(private readonly registry: ToolRegistry) {}
      async onApplicationBootstrap() {
        this.outcome = await this.registry.dispatch('job/note', {})
      }
    }
    const boot = feature('BootModule', [], { providers: [Boot] })
    const { app } = await start({ imports: [feature('JobModule', [Note]), boot] })
    expect(app.get(Boot, { strict: false }).outcome).toMatchObject({ value: 'noted' })
  })
})

describe('app.close()', () => {
  it('waits for calls that run, and for what they call, before anything they need is closed', async () => {
    const order: string[] = []
    @Injectable()
    class Database implements OnModuleDestroy {
      onModuleDestroy() {
        order.push('database closed')
      }
    }
    const { Run, begun, finish } = busyTool()
    const { app, call } = await start({
      imports: [feature('JobModule', [Run, Note], { providers: [Database] })],
    })
    const running = call('job/run').then(() => order.push('done'))
    await begun
    const closing = app.close()
    finish('done')
    await Promise.all([running, closing])
    expect(order).toEqual(['done', 'database closed'])
  })

  // Nest 11 stops all providers of one module at once.
  it.runIf(process.env['TALLYSTICK_NESTJS'] === '12')(
    'waits before what stands in the root module itself is closed',
    async () => {
      const order: string[] = []
      const database = { onModuleDestroy: () => order.push('database closed') }
      const { Run, begun, finish } = busyTool()
      const { app, call } = await start({
        imports: [feature('JobModule', [Run, Note])],
        providers: [{ provide: 'DATABASE', useValue: database }],
      })
      const running = call('job/run').then(() => order.push('done'))
      await begun
      const closing = app.close()
      finish('done')
      await Promise.all([running, closing])
      expect(order).toEqual(['done', 'database closed'])
    },
  )

  it('takes no more calls, which did not happen', async () => {
    const { Run, begun, finish } = busyTool()
    const { app, call } = await start({ imports: [feature('JobModule', [Run, Note])] })
    const running = call('job/run')
    await begun
    const closing = app.close()
    let refused: unknown
    while (refused === undefined)
      await call('job/note').catch((error: unknown) => (refused = error))
    expect(refused).toMatchObject({ code: 'CANCELLED', disposition: 'did-not-happen' })
    finish('done')
    expect(await running).toBe('done')
    await closing
  })

  it('cancels what takes longer than drainMs, which is in doubt', async () => {
    const { Run, begun } = busyTool()
    const { app, call } = await start({
      options: { drainMs: 0 },
      imports: [feature('JobModule', [Run, Note])],
    })
    const ended = expect(call('job/run')).rejects.toMatchObject({
      code: 'CANCELLED',
      disposition: 'in-doubt',
    })
    await begun
    await app.close()
    await ended
  })
})
