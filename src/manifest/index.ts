// The manifest room owns the reviewed document: reading and writing it, holding it to the code, saying what changed in
// it, and binding a registry to it. It must not know containers, transports, layers and the terminal.

// Reading the document
export { parseManifest, type ParseOptions } from './read/parse-manifest.js'
export { loadManifest } from './read/load-manifest.js'
export { loadContracts } from './read/load-contracts.js'
export { manifestSchema } from './format/manifest-schema.js'
export type {
  Manifest,
  ManifestAgent,
  ManifestCompletions,
  ManifestGrant,
  ManifestServer,
} from './manifest.js'
export type { ApprovalDemand } from '../tools/tool-grants.js'
export type { DocumentPlace } from './read/document-problems.js'

// Holding code and document to each other
export { assertManifest, checkManifest, type CheckOptions } from './check/check-manifest.js'
export {
  disagreementKinds,
  type Disagreement,
  type DisagreementKind,
} from './check/disagreement.js'
export type { Severity } from './severity.js'
export { bindManifest, type BindOptions } from './bind-manifest.js'

// Writing the document
export { draftManifest, type DraftOptions } from './write/draft-manifest.js'
export { updateManifest, type UpdateOptions } from './write/update-manifest.js'

// What was reviewed
export { manifestDigest } from './manifest-digest.js'
export { contractDigest, contractOf, type ToolContract } from '../registry/contract/contract.js'
export { diffContracts } from './contract/diff-contracts.js'
export {
  describeContractChange,
  type ContractChange,
  type ContractChangeKind,
} from './contract/contract-change.js'
export { contractsDocument, contractsPath, type ContractBook } from './contract/contract-book.js'
export { parseContracts, type ParseContractsOptions } from './contract/parse-contracts.js'
export type { ContractsFault } from './contract/contracts-fault.js'

// What changed between two documents
export { diffManifests } from './diff/diff-manifests.js'
export type { DiffOptions } from './diff/diff-options.js'
export type { ManifestChange, ManifestChangeKind } from './diff/manifest-change.js'
