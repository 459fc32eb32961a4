import type { ToolName } from './bank.js'

/** One call, through all the steps its tool has. */
export interface Flow {
  readonly tool: ToolName
  readonly id: string
}

/** What a program is to do, and where it is to be killed. */
export interface CrashTask {
  readonly path: string
  readonly witnessPath: string
  /** A point and which time of it, `settle:commit#2`; absent where somebody else kills it. */
  readonly kill?: string | undefined
  readonly flows: readonly Flow[]
}

/** What a program was told of a call, and says at once. */
export type Told = { readonly id: string } & (
  | { readonly event: 'suspended'; readonly suspensionId: string }
  | { readonly event: 'approved' }
  | { readonly event: 'output'; readonly value: unknown }
)
