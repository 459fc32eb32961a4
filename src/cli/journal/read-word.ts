import { CommandFailure, exitCodes } from '../command-failure.js'

/**
 * Who says something. Never the user of this machine: under four eyes the name is compared with those the host of the app
 * gives people, and a name of another kind would always be somebody else's.
 *
 * @throws CommandFailure when nobody is named.
 */
export function readSpeaker({ by }: { readonly by?: string }): string {
  return readText(by, {
    name: '--by',
    fix: 'Say who decides, by the name that the host of the app gives them: --by ann. The user of this machine is not taken.',
  })
}

/**
 * Why they say so.
 *
 * @throws CommandFailure when there is no reason.
 */
export function readReason({ reason }: { readonly reason?: string }): string {
  return readText(reason, {
    name: '--reason',
    fix: 'Say how you know, for who looks at the record later: --reason "the bank shows it as paid".',
  })
}

function readText(
  given: string | undefined,
  { name, fix }: { readonly name: string; readonly fix: string },
): string {
  const text = given?.trim() ?? ''
  if (text !== '') return text
  const message = `${name}: it is missing. ${fix} Nothing was recorded.`
  throw new CommandFailure(message, { exitCode: exitCodes.failed })
}
