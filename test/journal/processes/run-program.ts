import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

/** What a program said on its standard output, one JSON value a line, and how it ended. */
export interface EndedProgram<Said> {
  readonly processId: number
  readonly said: readonly Said[]
  readonly signal: NodeJS.Signals | null
  readonly errors: string
}

/** Runs a built program to its end; `watch` sees what it says as it says it, and may kill it. */
export function runProgram<Said>(
  file: string,
  task: unknown,
  watch: (said: Said, child: ChildProcess) => void = () => undefined,
): Promise<EndedProgram<Said>> {
  const child = spawn(process.execPath, [file, JSON.stringify(task)])
  const said: Said[] = []
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  createInterface(child.stdout).on('line', (line) => {
    const word = JSON.parse(line) as Said
    said.push(word)
    watch(word, child)
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status, signal) => {
      if (status !== 0 && signal !== 'SIGKILL') reject(new Error(`it failed: ${errors}`))
      else resolve({ processId: child.pid ?? 0, said, signal, errors })
    })
  })
}
