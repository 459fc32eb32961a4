// Imports modules in a process of its own, and prints what it took.
import { measureTime } from '../spent-time.js'

/** What a process is asked to import. */
export interface Imports {
  /** Imported first, and not counted. */
  readonly before?: readonly string[]
  readonly counted: readonly string[]
}

const { before = [], counted } = JSON.parse(process.argv[2] ?? '{}') as Imports
for (const module of before) await import(module)
const read = measureTime()
for (const module of counted) await import(module)
process.stdout.write(JSON.stringify(read()))
process.exit()
