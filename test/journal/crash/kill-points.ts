import type { Journal } from '../../../src/journal/journals/journal.js'
import type { SqliteHandle } from '../../../src/journal/store/sqlite/sqlite-handle.js'

/** Told of every point that a program passes, before it goes on. */
export type Reached = (point: string) => void

/** Ends this process at the n-th time it reaches a point, `settle:commit#1`, as a power cut would: nothing is tidied up. */
export function killAt(where: string | undefined): Reached {
  const [point, times = '1'] = where?.split('#') ?? []
  let left = Number(times)
  return (reached) => {
    if (reached !== point || --left > 0) return
    process.kill(process.pid, 'SIGKILL')
    // The signal may take a moment to arrive, in which nothing more must happen.
    for (;;);
  }
}

/** Reaches `begin:asked` and `begin:done` round the verb `begin`, and so on. */
export class WatchedJournal {
  readonly #reached: Reached
  #verb = 'open'

  constructor(reached: Reached) {
    this.#reached = reached
  }

  journal(journal: Journal): Journal {
    const verbOf = (name: string, verb: (...args: unknown[]) => unknown) => {
      return async (...args: unknown[]): Promise<unknown> => {
        this.#verb = name
        this.#reached(`${name}:asked`)
        const answer = await verb.apply(journal, args)
        this.#reached(`${name}:done`)
        return answer
      }
    }
    return new Proxy(journal, {
      get(target, name: string) {
        const member: unknown = Reflect.get(target, name)
        return typeof member === 'function' ? verbOf(name, member as () => unknown) : member
      },
    })
  }

  /** Reaches `begin:commit` and `begin:committed` round the commit of what the journal was asked for last. */
  handle(handle: SqliteHandle): SqliteHandle {
    return {
      exec: (sql) => {
        const isCommit = sql === 'COMMIT'
        if (isCommit) this.#reached(`${this.#verb}:commit`)
        const done = handle.exec(sql)
        if (isCommit) this.#reached(`${this.#verb}:committed`)
        return done
      },
      prepare: (sql) => handle.prepare(sql),
      close: () => handle.close(),
    }
  }
}
