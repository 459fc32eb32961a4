import { spawnSync } from 'node:child_process'

/** Prints what the process used: the most memory in KiB, and CPU time in microseconds. */
const usageHook =
  'data:text/javascript,process.on("exit",()=>process.stderr.write(JSON.stringify(process.resourceUsage())))'

/** A program that ended: what it printed, and what its process used from its start to its end. */
export interface Ended {
  readonly stdout: string
  readonly wallMs: number
  /** Of all its threads. */
  readonly cpuMs: number
  /** The most it had. */
  readonly mebibytes: number
}

/**
 * Runs a program of Node to its end.
 *
 * @throws Error with what it printed, where it fails.
 */
export function runProgram(nodeArguments: readonly string[]): Ended {
  const startMs = performance.now()
  const given = ['--import', usageHook, ...nodeArguments]
  const { stdout, stderr, status } = spawnSync(process.execPath, given, { encoding: 'utf8' })
  const wallMs = performance.now() - startMs
  if (status !== 0) throw new Error(`${stdout}${stderr}`)
  // What a library warns of stands before it.
  const used = JSON.parse(stderr.slice(stderr.lastIndexOf('{'))) as NodeJS.ResourceUsage
  const cpuMs = (used.userCPUTime + used.systemCPUTime) / 1000
  return { stdout, wallMs, cpuMs, mebibytes: used.maxRSS / 1024 }
}
