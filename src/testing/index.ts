// What whoever implements a port of this package holds their own to, whatever test runner they use; and tools as a host
// runs them, with time, people and services in the hand of a test. It knows no test runner.
// tools in the hand of a test
export { toolHarness, type ToolHarness, type WaitingRef } from './harness/tool-harness.js'
export type { ToolHarnessOptions } from './harness/harness-options.js'
export { createFakeClock, type FakeClock } from './harness/fake-clock.js'
export {
  createFakeApprover,
  type FakeApprover,
  type FakeDecision,
} from './harness/fake-approver.js'
export type { ServiceOverride } from '../container/fill-container.js'
export type {
  FormAnswer,
  InProcessClient,
  InProcessOptions,
  ListedMcpTool,
  McpCallResult,
} from '../mcp/in-process-client.js'

// what calls come to
export {
  toolMatchers,
  type ExpectedOutcome,
  type ExpectedRefusal,
  type MatcherContext,
  type MatcherResult,
  type MatcherUtils,
  type ToolMatchers,
} from './matchers/tool-matchers.js'

// contracts of ports
export type { ContractCase } from './contract-case.js'
export {
  journalContract,
  type ContractClock,
  type ContractJournals,
  type JournalFactory,
} from './journal-contract.js'
export type { ContractTimes } from './contract/stage.js'
export { layerContract, type LayerContractOptions, type LayerFactory } from './layer-contract.js'
