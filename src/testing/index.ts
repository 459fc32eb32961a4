// journals
export {
  journalContract,
  type ContractCase,
  type ContractClock,
  type ContractJournals,
  type JournalFactory,
} from './journal-contract.js'
export type { ContractTimes } from './contract/stage.js'
