import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqliteStore } from '../../../src/journal/store/sqlite/sqlite-store.js'
import { buildProgram, type BuiltProgram } from '../processes/build-program.js'
import { runProgram, type EndedProgram } from '../processes/run-program.js'
import type { CrashTask, Flow, Told } from './crash-task.js'
import { Scene } from './scene.js'

/** A journal and a world outside that outlive the programs that use them. */
export class CrashWorld {
  readonly scene: Scene
  readonly #program: BuiltProgram
  readonly #folder = mkdtempSync(join(tmpdir(), 'crash-'))
  readonly #places: Pick<CrashTask, 'path' | 'witnessPath'>

  private constructor(program: BuiltProgram) {
    this.#program = program
    this.#places = {
      path: join(this.#folder, 'journal.db'),
      witnessPath: join(this.#folder, 'witness.jsonl'),
    }
    this.scene = new Scene(this.#places)
  }

  static async open(): Promise<CrashWorld> {
    const world = new CrashWorld(await buildProgram(new URL('crash-program.ts', import.meta.url)))
    // So that the programs are killed at their calls, not while they make the file.
    const store = createSqliteStore({ path: world.#places.path })
    await store.transact(() => undefined)
    await store.close()
    return world
  }

  /** Runs a program that kills itself at a point. */
  run(flows: readonly Flow[], kill: string): Promise<EndedProgram<Told>> {
    return runProgram<Told>(this.#program.file, { ...this.#places, flows, kill })
  }

  /** Runs a program that is killed from outside, a while after it has said something so many times. */
  runUntil(
    flows: readonly Flow[],
    { words, delayMs }: { readonly words: number; readonly delayMs: number },
  ): Promise<EndedProgram<Told>> {
    let left = words
    return runProgram<Told>(this.#program.file, { ...this.#places, flows }, (_, child) => {
      left -= 1
      if (left === 0) setTimeout(() => child.kill('SIGKILL'), delayMs)
    })
  }

  async close(): Promise<void> {
    await this.scene.journal.close()
    this.#program.remove()
    rmSync(this.#folder, { recursive: true })
  }
}
