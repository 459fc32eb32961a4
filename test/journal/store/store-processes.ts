import { buildProgram, type BuiltProgram } from '../processes/build-program.js'
import { TalkingProcess } from '../processes/talking-process.js'

/** The program of `programs/store-program.ts`, built. */
export interface StoreProgram extends BuiltProgram {
  /** A process that has started and waits for its first word. */
  start(...args: readonly string[]): Promise<TalkingProcess>
}

/** Builds it. */
export async function buildStoreProgram(): Promise<StoreProgram> {
  const built = await buildProgram(new URL('programs/store-program.ts', import.meta.url))
  const start = async (...args: readonly string[]): Promise<TalkingProcess> => {
    const process = new TalkingProcess(built.file, args)
    await process.mustSay('ready')
    return process
  }
  return { ...built, start }
}
