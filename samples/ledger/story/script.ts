import type { Step } from './step.js'

/** The one step that is to change the books. */
export const goodTransfer = { from: 'bank-main', to: 'bank-savings', amountCents: 125_000 }

/** The conversation: what a model might call, mistakes and mischief included. */
export const script: readonly Step[] = [
  {
    title: 'A good read',
    wireName: 'ledger__balance',
    input: { account: 'bank-main' },
    expected: 'output',
  },
  {
    title: 'A read by period and category, its dates text on the wire and a Date in the tool',
    wireName: 'ledger__postings',
    input: {
      period: { from: '2026-03-01T00:00:00Z', to: '2026-03-31T00:00:00Z' },
      category: 'repairs',
    },
    expected: 'output',
  },
  {
    title: 'A misspelt argument: refused, and told the nearest name',
    wireName: 'ledger__balance',
    input: { acount: 'bank-main' },
    expected: 'INVALID_ARGUMENTS',
  },
  {
    title: 'Three violations: all told at once, each with its path',
    wireName: 'ledger__postings',
    input: {
      period: { from: '2026-03-01T00:00:00Z', to: 'the end of March' },
      category: 'biscuits',
      limit: 500,
    },
    expected: 'INVALID_ARGUMENTS',
  },
  {
    title: 'An attempt to overwrite the service injected into the tool',
    wireName: 'ledger__transfer',
    input: { ...goodTransfer, reference: 'INV-2001', ledger: { transfer: 'always succeeds' } },
    expected: 'INVALID_ARGUMENTS',
  },
  {
    title: 'A tool that does not exist',
    wireName: 'ledger__withdraw',
    input: { account: 'bank-main', amountCents: 1_000_000 },
    expected: 'UNKNOWN_TOOL',
  },
  {
    title: 'A transfer',
    wireName: 'ledger__transfer',
    input: { ...goodTransfer, reference: 'INV-2001' },
    expected: 'output',
  },
  {
    title: 'A failure the tool declares, in words for the model',
    wireName: 'ledger__transfer',
    input: {
      from: 'cash-till',
      to: 'bank-savings',
      amountCents: 900_000,
      reference: 'INV-2002',
    },
    expected: 'TOOL_FAILED',
  },
  {
    title: 'A failure nobody foresaw: a reference for the model, the cause for the operator',
    wireName: 'ledger__export_statement',
    input: { account: 'bank-savings' },
    expected: 'TOOL_FAILED',
  },
]
