import { quoteName } from '../../../errors/quoted-name.js'
import { contractOf, type ToolContract } from '../../../registry/contract/contract.js'
import type { ToolDefinition } from '../../../tools/tool-definition.js'
import { describeContractChange } from '../../../manifest/contract/contract-change.js'
import { diffContracts } from '../../../manifest/contract/diff-contracts.js'
import type { ForeignServerFinding } from '../foreign-server-finding.js'
import type { ForeignTool, KnownTools } from './foreign-tool.js'
import type { ToolList } from './read-tool-list.js'

/** A tool as it was reviewed. */
export interface ReviewedTool {
  readonly tool: ForeignTool
  readonly contract: ToolContract
}

/** The tools that were reviewed, by the names the server gives them. */
export type ReviewedTools = ReadonlyMap<string, ReviewedTool>

/** What a list means for the tools that were reviewed. */
export interface Review {
  /** The tools that are not what was reviewed. */
  readonly withdrawn: ReadonlySet<string>
  readonly findings: readonly Omit<ForeignServerFinding, 'server'>[]
}

/** How a list is reviewed. */
export interface ReviewOptions {
  readonly reviewed: ReviewedTools
  /** The tools that are no news. */
  readonly known: KnownTools
  /** What was withdrawn before. */
  readonly before: ReadonlySet<string>
  /** The definition that a tool would have now. */
  readonly define: (tool: ForeignTool) => ToolDefinition
}

type Finding = Omit<ForeignServerFinding, 'server'>

/** Compares a list with what was reviewed. */
export function reviewTools({ tools }: ToolList, options: ReviewOptions): Review {
  const { reviewed, known, before } = options
  const verdicts = [...reviewed].map(([name, was]) => {
    const offered = tools.filter((tool) => tool.name === name)
    return { name, found: compare({ name, was, offered }, options) }
  })
  const withdrawn = new Set(verdicts.flatMap(({ name, found }) => (found ? [name] : [])))
  const restored = [...before].filter((name) => !withdrawn.has(name)).map(restoredTool)
  const fresh = tools.filter(({ name }) => !known.has(name)).map(newTool)
  const findings = [...verdicts.flatMap(({ found }) => found ?? []), ...restored, ...fresh]
  return { withdrawn, findings }
}

interface Offer {
  readonly name: string
  readonly was: ReviewedTool
  readonly offered: readonly ForeignTool[]
}

/** How a tool differs from what was reviewed; undefined where it does not. */
function compare({ name, was, offered }: Offer, options: ReviewOptions): Finding | undefined {
  const [tool, second] = offered
  if (tool === undefined) {
    return {
      kind: 'gone-tool',
      tool: name,
      message: `the tool ${quoteName(name)} is gone. It is withdrawn.`,
    }
  }
  if (second !== undefined) return changedTool(name, 'it is listed more than once')
  // One that was listed as before was not read anew.
  if (tool === was.tool) return undefined
  let now: ToolContract
  try {
    now = contractOf(options.define(tool))
  } catch (cause) {
    return { ...changedTool(name, 'its schemas are none'), cause }
  }
  const changes = diffContracts(was.contract, now)
  if (changes.length === 0) return undefined
  return { ...changedTool(name, changes.map(describeContractChange).join('; ')), changes }
}

function changedTool(name: string, what: string): Finding {
  const message = `the tool ${quoteName(name)} is not the one that was reviewed: ${what}. It is withdrawn until it is reviewed.`
  return { kind: 'changed-tool', tool: name, message }
}

function restoredTool(name: string): Finding {
  const message = `the tool ${quoteName(name)} is again what was reviewed.`
  return { kind: 'restored-tool', tool: name, message }
}

function newTool({ name }: ForeignTool): Finding {
  const message = `there is a new tool ${quoteName(name)}. Nobody can call it until it is reviewed.`
  return { kind: 'new-tool', tool: name, message }
}
