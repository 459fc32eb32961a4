import { assertOptions } from '../../errors/assert-options.js'
import { DefinitionError } from '../../errors/definition-error.js'
import { toRule } from '../../errors/option-problems.js'
import { isOwnProposal } from '../record/own-proposal.js'
import type { ApprovalDecision, ApprovalProposal, Approver } from './approver.js'
import { proposalText } from './proposal-text.js'
import { TypedLines } from './terminal-approver-lines.js'
import type { TerminalInput, TerminalOutput } from './terminal-streams.js'

/** What `terminalApprover` takes. */
export interface TerminalApproverOptions {
  /** Who sits at the terminal, by the name the host gives them: under four eyes it is compared with who proposes. */
  readonly decidedBy: string
  /** Where answers are typed. @defaultValue standard input */
  readonly input?: TerminalInput | undefined
  /** Where the question is shown. @defaultValue standard error, so that results stay apart */
  readonly output?: TerminalOutput | undefined
}

/**
 * Shows a person the proposal, whole and with what a terminal would act on escaped, and asks for yes, no or edit; edited
 * arguments are typed as JSON on one line. Calls that want to be approved at once are asked about one after the other.
 *
 * It never answers by itself. Where no terminal is there, the input ends, the person presses Ctrl+C or may not decide, and
 * where nobody waits any more, the call stays parked in the journal and can be decided from elsewhere.
 *
 * @throws DefinitionError naming every option that is wrong.
 * @example
 * ```ts
 * const approver = terminalApprover({ decidedBy: 'ann' })
 * registry = registry.layer(new IdempotencyLayer(journal)).layer(new ApprovalLayer(approver))
 * ```
 */
export function terminalApprover(options: TerminalApproverOptions): Approver {
  assertOptions('terminalApprover', options, optionRules)
  const { decidedBy, input = process.stdin, output = process.stderr } = options
  if (!isName(decidedBy)) throw new DefinitionError([nobody])
  const desk: Desk = { decidedBy, input, output }
  return (proposal, signal) => {
    const isThere = input.isTTY === true && output.isTTY === true
    if (!isThere || signal.aborted) return park
    const asked = inTurn(input, () => (signal.aborted ? park : ask(desk, proposal, signal)))
    return Promise.race([asked, aborted(signal)])
  }
}

interface Desk {
  readonly decidedBy: string
  readonly input: TerminalInput
  readonly output: TerminalOutput
}

const park: ApprovalDecision = Object.freeze({ decision: 'park' })

/** Whoever asks at an input waits for those who asked there before: two questions at once would share their answers. */
const turns = new WeakMap<object, Promise<unknown>>()

function inTurn<Answer>(input: object, work: () => Answer | Promise<Answer>): Promise<Answer> {
  const before = turns.get(input) ?? Promise.resolve()
  const mine = before.then(work)
  turns.set(
    input,
    mine.catch(() => undefined),
  )
  return mine
}

function aborted(signal: AbortSignal): Promise<ApprovalDecision> {
  return new Promise((resolve) => {
    signal.addEventListener(
      'abort',
      () => {
        resolve(park)
      },
      { once: true },
    )
  })
}

async function ask(
  desk: Desk,
  proposal: ApprovalProposal,
  signal: AbortSignal,
): Promise<ApprovalDecision> {
  const { input, output, decidedBy } = desk
  if (isOwnProposal(proposal, decidedBy)) {
    output.write(`\n${proposalText(proposal)}\n${decidedBy} may not decide: it is made for them.\n`)
    return park
  }
  const lines = new TypedLines({ input, output, signal })
  try {
    // What was typed for another question, or by chance, answers none that nobody has read.
    await lines.forget()
    output.write(`\n${proposalText(proposal)}\n`)
    const decision = await decide(lines, desk, proposal)
    if (decision === undefined) output.write(undecided(proposal))
    return decision ?? park
  } finally {
    lines.close()
  }
}

const words: ReadonlyMap<string, 'approve' | 'deny' | 'edit'> = new Map([
  ['y', 'approve'],
  ['yes', 'approve'],
  ['n', 'deny'],
  ['no', 'deny'],
  ['e', 'edit'],
  ['edit', 'edit'],
])

/** Undefined when nobody types any more. */
async function decide(
  lines: TypedLines,
  { decidedBy, output }: Desk,
  { fourEyes }: ApprovalProposal,
): Promise<ApprovalDecision | undefined> {
  // Who edits proposes, and under four eyes somebody else would have to agree.
  const choice = fourEyes ? 'y(es) or n(o)' : 'y(es), n(o) or e(dit)'
  for (;;) {
    const typed = await lines.next(`Approve as ${decidedBy}? ${choice}: `)
    if (typed === undefined) return undefined
    const decision = words.get(typed.trim().toLowerCase())
    if (decision === undefined || (decision === 'edit' && fourEyes)) {
      output.write(`Type ${choice}.\n`)
      continue
    }
    if (decision !== 'edit') return { decision, decidedBy }
    const text = await lines.next('All of the arguments, as JSON on one line: ')
    if (text === undefined) return undefined
    const edited = parseObject(text)
    if (edited !== undefined) return { decision, decidedBy, arguments: edited }
    output.write('That is no JSON object; nothing was decided.\n')
  }
}

function undecided({ suspensionId }: ApprovalProposal): string {
  const waits =
    suspensionId === undefined
      ? '.'
      : `; the call waits for \`tallystick journal approve ${suspensionId}\`, or \`deny\`.`
  return `\nNothing was decided${waits}\n`
}

function parseObject(text: string): object | undefined {
  try {
    const value = JSON.parse(text) as unknown
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? value : undefined
  } catch {
    return undefined
  }
}

const optionRules = {
  decidedBy: toRule('who decides, a text with something in it', isName),
  input: toRule('a readable stream', (value) => hasMethod(value, 'pause')),
  output: toRule('a writable stream', (value) => hasMethod(value, 'write')),
}

const nobody = {
  subject: 'terminalApprover',
  message: 'the option "decidedBy" is missing.',
  fix: 'Pass who decides, by the name that the host gives them.',
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function hasMethod(value: unknown, name: string): boolean {
  return typeof (value as Readonly<Record<string, unknown>> | null)?.[name] === 'function'
}
