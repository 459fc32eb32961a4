import { spawn, type ChildProcess } from 'node:child_process'

/** How a child process is started. */
export interface ProcessSpec {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string | undefined
  readonly stderr: 'inherit' | 'ignore'
}

const isWindows = process.platform === 'win32'
const live = new Set<ChildProcess>()

/** Starts a child process at the head of a group of its own, so that what it starts can be ended with it. */
export function startGroup({ command, args, env, cwd, stderr }: ProcessSpec): ChildProcess {
  const child = spawn(command, args, {
    env,
    cwd,
    stdio: ['pipe', 'pipe', stderr],
    detached: !isWindows,
    windowsHide: true,
  })
  if (live.size === 0) process.on('exit', killAll)
  live.add(child)
  return child
}

/**
 * Ends a group: its head may end by itself when its input closes, then it is asked to, then it is made to. What it
 * started and left behind is made to at once.
 */
export async function endGroup(child: ChildProcess, graceMs: number): Promise<void> {
  child.stdin?.end()
  await ended(child, graceMs)
  if (isRunning(child)) {
    signalGroup(child, 'SIGTERM')
    await ended(child, graceMs)
  }
  signalGroup(child, 'SIGKILL')
  await ended(child, graceMs)
  forget(child)
}

/** What is left of the group of a child process that has ended. */
export function sweepGroup(child: ChildProcess): void {
  signalGroup(child, 'SIGKILL')
  forget(child)
}

function ended(child: ChildProcess, withinMs: number): Promise<void> {
  if (!isRunning(child)) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, withinMs)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function isRunning({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null
}

/** A group lives as long as any of its members, so its number is not another's while there is one. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  const { pid } = child
  if (pid === undefined) return
  try {
    if (isWindows) child.kill(signal)
    else process.kill(-pid, signal)
  } catch {
    // Nobody is left in the group.
  }
}

function forget(child: ChildProcess): void {
  live.delete(child)
  if (live.size === 0) process.off('exit', killAll)
}

function killAll(): void {
  for (const child of live) signalGroup(child, 'SIGKILL')
}
