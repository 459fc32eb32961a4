import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { BankFolder } from './bank-folder.js'
import { asks, BankPrograms } from './bank-processes.js'

const folder = new BankFolder()
let programs: BankPrograms
beforeAll(async () => {
  programs = await BankPrograms.build()
}, 60_000)
afterAll(() => {
  programs.remove()
})

function decide(verb: 'approve' | 'deny', id: string): Promise<string> {
  const args = ['--journal', folder.file, '--by', 'ann', '--yes', '--json']
  return programs.command('journal', verb, id, ...args)
}

describe('a call that one process makes and the command decides on in another', () => {
  it('goes on in its own process after a yes, by registry.resume', async () => {
    const bank = programs.bank('park', folder.file, 'INV-1')
    const id = await asks(bank)
    expect(JSON.parse(await decide('approve', id))).toMatchObject({ recorded: 'approved' })
    bank.goOn()
    expect(await bank.says()).toBe('{"status":"output","value":{"id":"P-INV-1"}}')
    expect(await folder.journal().list()).toMatchObject([
      { state: 'settled', attempt: 1, approval: { decidedBy: 'ann' } },
    ])
  }, 60_000)

  it('goes on in a third process after a yes, by registry.resumeAnswered', async () => {
    const id = await asks(programs.bank('park', folder.file, 'INV-1'))
    await decide('approve', id)
    const said = await programs.bank('resume', folder.file).says()
    expect(JSON.parse(said)).toMatchObject([
      { suspensionId: id, tool: 'bank/pay', result: { status: 'fulfilled' } },
    ])
  }, 60_000)

  it('goes on where it waits, once its own approver has decided', async () => {
    const bank = programs.bank('wait', folder.file, 'INV-1')
    await decide('approve', await asks(bank))
    bank.goOn()
    expect(await bank.says()).toBe('{"status":"output","value":{"id":"P-INV-1"}}')
    expect(await folder.journal().list()).toMatchObject([{ approval: { decidedBy: 'ann' } }])
  }, 60_000)

  it('goes on by the next call with the same key', async () => {
    await decide('approve', await asks(programs.bank('park', folder.file, 'INV-1')))
    const next = programs.bank('park', folder.file, 'INV-1')
    expect(await next.says()).toBe('{"status":"output","value":{"id":"P-INV-1"}}')
  }, 60_000)

  it('is told after a no that it was not approved, whatever its own approver decides', async () => {
    const bank = programs.bank('wait', folder.file, 'INV-1')
    await decide('deny', await asks(bank))
    bank.goOn()
    expect(JSON.parse(await bank.says())).toMatchObject({ code: 'APPROVAL_DENIED' })
  }, 60_000)
})
