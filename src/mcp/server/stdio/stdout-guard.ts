import { Console } from 'node:console'
import { Writable } from 'node:stream'

/** Standard output while it belongs to the protocol. */
export interface GuardedStdout {
  /** Writes to the real standard output. */
  readonly protocol: Writable
  /** Gives standard output back. */
  release(): void
}

/**
 * Takes standard output for the protocol alone: what anybody else writes there, by `console` or directly, goes to standard
 * error, since one stray line breaks the stream for the client. Output of child processes that inherit the descriptor, and
 * writes to the descriptor itself, pass by.
 */
export function guardStdout({ stdout, stderr }: NodeJS.Process = process): GuardedStdout {
  // Kept to be put back, and only ever called on its own stream.
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const { write } = stdout
  const console = globalThis.console
  stdout.write = stderr.write.bind(stderr)
  globalThis.console = new Console(stderr)
  const protocol = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      Reflect.apply(write, stdout, [chunk, done])
    },
  })
  return {
    protocol,
    release: () => {
      stdout.write = write
      globalThis.console = console
    },
  }
}
