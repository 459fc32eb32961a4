import { DefinitionError } from '../errors/definition-error.js'
import { ToolError } from '../errors/tool-error.js'
import { JournalFault } from '../journal/store/record-store.js'
import { CommandFailure, exitCodes, type ExitCode } from './command-failure.js'
import { paint } from './terminal/paint.js'
import type { Terminal } from './terminal/terminal.js'
import { jsonText } from './terminal/json-text.js'

/** Where a failure is told, and in which form. */
export interface FailureReport {
  readonly terminal: Terminal
  /** Whether the command was asked for JSON. */
  readonly isJson: boolean
}

/** Says why a command failed, without a stack for what its user can mend; gives the exit code. */
export function reportFailure(error: unknown, { terminal, isJson }: FailureReport): ExitCode {
  const { lines, json, exitCode } = describe(error)
  if (isJson) terminal.print(jsonText({ error: json }))
  else for (const line of lines) terminal.warn(`${paint(terminal, 'bad', 'error:')} ${line}`)
  return exitCode
}

interface Description {
  readonly lines: readonly string[]
  readonly json: object
  readonly exitCode: ExitCode
}

function describe(error: unknown): Description {
  if (DefinitionError.is(error)) {
    const lines = error.problems.map(({ subject, message, fix }) => `${subject}: ${message} ${fix}`)
    return { lines, json: { problems: error.problems }, exitCode: exitCodes.failed }
  }
  if (ToolError.is(error)) {
    const json = { ...error.toJSON(), message: error.message }
    return { lines: [tellCall(error)], json, exitCode: exitCodes.failed }
  }
  if (error instanceof CommandFailure) {
    const { message, exitCode, details } = error
    return { lines: [message], json: { message, ...details }, exitCode }
  }
  if (error instanceof JournalFault) {
    const { message } = error
    return { lines: [message], json: { message }, exitCode: exitCodes.failed }
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { lines: [message], json: { message }, exitCode: exitCodes.failed }
}

/** Refused arguments one a line; everything else in the words for operators. */
function tellCall({ code, message, issues, toolId, disposition }: ToolError): string {
  const bullets = issues.map((issue) => `\n  - ${issue.message}`).join('')
  const words = issues.length === 0 ? message : `${String(toolId)}: ${code}.${bullets}`
  return disposition === 'did-not-happen' ? words : `${words} (${disposition})`
}
