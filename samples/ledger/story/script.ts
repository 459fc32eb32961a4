import type { Crash, Step } from './step.js'

/** What the conversation pays twice, since two invoices are of the same amount. */
const savings = { from: 'bank-main', to: 'bank-savings', amountCents: 125_000 }

/** Who keeps the books of the bakery, and has to agree before money moves. */
const bookkeeper = 'ada'

/** What the story is to move, each of them once: what it pays, whatever else happens. */
export const payments = [
  { ...savings, reference: 'INV-2001' },
  { ...savings, reference: 'INV-2002' },
  { from: 'cash-till', to: 'bank-main', amountCents: 30_000, reference: 'INV-2004' },
  { from: 'bank-main', to: 'oven-fund', amountCents: 45_000, reference: 'INV-2005' },
] as const

const [invoice, sameAmount, killedAfter, killedBefore] = payments

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
    input: { ...invoice, ledger: { transfer: 'always succeeds' } },
    expected: 'INVALID_ARGUMENTS',
  },
  {
    title: 'A tool that does not exist',
    wireName: 'ledger__withdraw',
    input: { account: 'bank-main', amountCents: 1_000_000 },
    expected: 'UNKNOWN_TOOL',
  },
  {
    title: 'A transfer: it waits for a person, and runs once she has approved of it',
    wireName: 'ledger__transfer',
    input: invoice,
    approvedBy: bookkeeper,
    expected: 'output',
  },
  {
    title: 'The same transfer again: answered from the journal, nobody is asked',
    wireName: 'ledger__transfer',
    input: invoice,
    isRepeated: true,
    expected: 'output',
  },
  {
    title: 'An equal transfer with another reference: another payment',
    wireName: 'ledger__transfer',
    input: sameAmount,
    approvedBy: bookkeeper,
    expected: 'output',
  },
  {
    title: 'A failure the tool declares, in words for the model',
    wireName: 'ledger__transfer',
    input: {
      from: 'cash-till',
      to: 'bank-savings',
      amountCents: 900_000,
      reference: 'INV-2003',
    },
    approvedBy: bookkeeper,
    expected: 'TOOL_FAILED',
  },
  {
    title: 'A failure nobody foresaw: a reference for the model, the cause for the operator',
    wireName: 'ledger__export_statement',
    input: { account: 'bank-savings' },
    expected: 'TOOL_FAILED',
  },
]

/** Transfers whose workers are killed. */
export const crashes: readonly Crash[] = [
  {
    title: 'Killed after the money had moved, before anybody was told',
    wireName: 'ledger__transfer',
    input: killedAfter,
    approvedBy: bookkeeper,
    moment: 'after-booking',
  },
  {
    title: 'Killed before the money moved',
    wireName: 'ledger__transfer',
    input: killedBefore,
    approvedBy: bookkeeper,
    moment: 'before-booking',
  },
]
