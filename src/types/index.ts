// This room reads what the TypeScript types of tools say, keeps it in a file and compares it with the validators. It
// loads TypeScript only when types are read, and knows nothing of calls.

// What the TypeScript types of tools say
export { extractFacts, type ExtractFactsOptions } from './extract-facts.js'
export { instanceKeyword } from '../tools/type-facts.js'
export type { FactsJson, ToolTypeFacts, TypeFactInputs, TypeFacts } from '../tools/type-facts.js'

// The file they are kept in
export { writeFacts, type WriteFactsOptions, type WrittenFacts } from './write-facts.js'
export {
  findStale,
  type FactsFileOptions,
  type FindStaleOptions,
  type StaleFacts,
} from './find-stale.js'

// Where they and the validators differ
export { checkTypes, type CheckTypesOptions } from './drift/check-types.js'
export type { TypeDrift, TypeDriftKind } from './drift/report/type-drift.js'
