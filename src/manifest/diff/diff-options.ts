import type { ToolRegistry } from '../../registry/tool-registry.js'
import type { ContractBook } from '../contract/contract-book.js'

/** What a diff may have at hand; the more, the more it can say. */
export interface DiffOptions {
  /** The contracts of both manifests, to say what changed in them. */
  readonly contracts?: ContractBook | undefined
  /** The code, for what selectors of agents ask of a tool. */
  readonly registry?: ToolRegistry | undefined
}
