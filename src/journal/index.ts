// journals
export { memoryJournal, type MemoryJournalOptions } from './journals/memory-journal.js'
export { sqliteJournal, type SqliteJournalOptions } from './journals/sqlite-journal.js'
export type { JournalOptions } from './journals/journal-options.js'
export { createJournal } from './journals/stored-journal.js'
export type { AskedQuestion, Decision, Journal, PendingQuestion } from './journals/journal.js'

// layers
export { IdempotencyLayer, type IdempotencyLayerOptions } from './idempotency/idempotency-layer.js'
export { ApprovalLayer, type ApprovalLayerOptions } from './approval/approval-layer.js'
export {
  parkForApproval,
  type ApprovalDecision,
  type ApprovalProposal,
  type Approver,
} from './approval/approver.js'
export { terminalApprover, type TerminalApproverOptions } from './approval/terminal-approver.js'
export type { TerminalInput, TerminalOutput } from './approval/terminal-streams.js'
export { proposalText } from './approval/proposal-text.js'
export { suspend, type Suspension, type SuspensionRequest } from '../tools/suspension.js'

// records and what moves them
export type { CallKey } from '../tools/call-key.js'
export type {
  CloseReason,
  JournalRecord,
  JournalTimes,
  LateEvidence,
  LateVerb,
  QuestionKind,
  RecordedAnswer,
  RecordedApproval,
  RecordedCall,
  RecordedFailure,
  RecordedQuestion,
  RecordedResult,
  RecordHolder,
  RecordState,
} from './record/journal-record.js'
export type { ApprovalAsked, Begun, BeginRequest } from './states/begin.js'
export type { Claim, Finished, Verdict } from './states/finish.js'
export type {
  Answered,
  AnsweredQuestion,
  AnswerRefusal,
  WithdrawnQuestion,
} from './states/answer.js'
export type { Operated, OperatorStatement } from './states/operate.js'

// stores, for journals of others
export {
  JournalFault,
  type DenialQuery,
  type RecordFilter,
  type RecordStore,
  type RecordTable,
} from './store/record-store.js'
export type {
  SqliteHandle,
  SqliteStatement,
  SqlRow,
  SqlValue,
} from './store/sqlite/sqlite-handle.js'
export type { SqliteStoreOptions } from './store/sqlite/sqlite-options.js'
