import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { Reached } from './kill-points.js'

/** One effect on the world outside, as the world outside remembers it. */
export interface Effect {
  readonly tool: string
  readonly id: string
  readonly phase: 'call' | 'resume'
  /** The token by which whoever had the effect would know it again. */
  readonly token: string
  readonly value: { readonly receipt: string; readonly answer?: unknown }
}

/** The world outside: a file that only grows, one line an effect, each on the disk before the effect has happened. */
export class Witness {
  readonly #path: string
  readonly #reached: Reached

  constructor(path: string, reached: Reached = () => undefined) {
    this.#path = path
    this.#reached = reached
  }

  /** Has an effect; what comes of it is different each time. */
  record(effect: Omit<Effect, 'value'>, answer?: unknown): Effect['value'] {
    const value = { receipt: randomUUID(), ...(answer === undefined ? {} : { answer }) }
    this.#reached('effect:asked')
    const file = openSync(this.#path, 'a')
    writeSync(file, `${JSON.stringify({ ...effect, value })}\n`)
    this.#reached('effect:written')
    fsyncSync(file)
    closeSync(file)
    this.#reached('effect:done')
    return value
  }

  /** All effects there ever were. */
  effects(): readonly Effect[] {
    if (!existsSync(this.#path)) return []
    const lines = readFileSync(this.#path, 'utf8').trimEnd().split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Effect)
  }

  findByToken(token: string | undefined): Effect | undefined {
    return this.effects().find((effect) => effect.token === token)
  }

  of(id: string): readonly Effect[] {
    return this.effects().filter((effect) => effect.id === id)
  }
}
