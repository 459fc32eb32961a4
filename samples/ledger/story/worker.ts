// A program of its own: a worker that carries out what was approved, and is killed by who started it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ToolLayer } from 'tallystick'
import { openService } from './service.js'

const [folder = '', moment] = process.argv.slice(2)

/** Stops a call before its body or after it: the journal has heard of its start, and hears of no end. */
const stopping: ToolLayer = {
  name: 'stopping',
  async handle(call, next) {
    if (moment === 'before-booking') await stop()
    await next(call)
    return stop()
  },
}

async function stop(): Promise<never> {
  process.send?.('in the middle')
  await sleep(60_000)
  throw new Error('Nobody killed this worker.')
}

const { registry } = await openService(folder, { innermost: stopping })
await registry.resumeAnswered()
