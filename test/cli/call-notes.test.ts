import { describe, expect, it, vi } from 'vitest'

import { BankFolder } from './journal/bank-folder.js'
import { fixture, run, type Run } from './run.js'

const bank = new BankFolder()

function call(tool: string, ...options: readonly string[]): Promise<Run> {
  const args = ['--args', '{"invoice":"INV-1","cents":1250}', '--app', fixture('bank.ts')]
  return run(['call', tool, ...args, '--yes', ...options])
}

async function openQuestion(tenantId = 'default'): Promise<string> {
  const [question] = await bank.journal().pending({ tenantId })
  return question?.suspensionId ?? ''
}

describe('tallystick call, besides the output', () => {
  it('says how a call goes on that waits for a person', async () => {
    const { exitCode, stdout, stderr } = await call('bank/pay')
    const id = await openQuestion()
    expect(JSON.parse(stdout)).toMatchObject({ status: 'suspended', suspension: { id } })
    expect(stderr).toBe(
      `note: it waits for a person: \`tallystick journal approve ${id} --by <name>\`, or \`deny\`.`,
    )
    expect(exitCode).toBe(0)
  })

  it('says how a call of a tenant goes on that waits for an answer', async () => {
    const { stderr } = await call('bank/move', '--tenant', 'acme')
    const id = await openQuestion('acme')
    expect(stderr).toBe(
      `note: it waits for an answer: \`tallystick journal answer ${id} --tenant "acme" --input <json> --by <name>\`.`,
    )
  })

  it('says that an output came from the journal', async () => {
    await call('bank/pay')
    const id = await openQuestion()
    await bank.journal().approve({ suspensionId: id, tenantId: 'default', by: 'ann' })
    const first = await call('bank/pay')
    const second = await call('bank/pay')
    expect([first.stderr, second.stdout]).toEqual(['', first.stdout])
    expect(second.stderr).toMatch(
      /^note: this is from the journal, where call "\S+" left it; nothing ran now\.$/,
    )
  })

  it('says that a journal in memory ends with the process', async () => {
    vi.stubEnv('BANK_JOURNAL', '')
    const { stderr } = await call('bank/pay')
    expect(stderr).toMatch(/^note: it waits in a journal in memory, which ends with this process\./)
  })

  it('says nothing of a call that ran', async () => {
    expect((await call('bank/note')).stderr).toBe('')
  })
})
