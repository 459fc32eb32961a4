import type { SuspendedCall } from '../../tools/call-records.js'

/** What can be done about a call whose tool has changed since it asked, by what it waits for: only an approval can be denied. */
export const adviceOnChange: Readonly<Record<SuspendedCall['kind'], string>> = {
  approval: 'Deny the question if it is still open, then call anew.',
  answer:
    'Let it go on where the tool is as it was when it asked; nothing else can take up its answer, and nobody can deny what a body asked.',
  external:
    'Report it where the tool is as it was when it asked; nobody can deny what is carried out elsewhere.',
}
