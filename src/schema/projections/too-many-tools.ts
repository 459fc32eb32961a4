import type { DefinitionProblem } from '../../errors/definition-error.js'
import { escapeUnprintable } from '../../errors/quoted-name.js'
import type { ToolIdentity } from '../../errors/tool-error.js'
import type { Projection } from './projection.js'

/** A tool that may say whose it is. */
export interface CountedTool {
  readonly id?: string | ToolIdentity | undefined
}

const namedAtMost = 20

/** What is wrong with a list that is too long for a request: where its tools come from, and what fits. */
export function tooManyTools(
  { target, limits }: Projection,
  tools: readonly CountedTool[],
): DefinitionProblem {
  const most = limits.tools ?? Number.POSITIVE_INFINITY
  const groups = countByGroup(tools)
  return {
    subject: target,
    message: `it takes ${most.toString()} tools in a request, and the list has ${tools.length.toString()}: ${describe(groups)}.`,
    fix: `Offer fewer at once${proposal(groups, most)}.`,
  }
}

/** A group as a tool list names it, and how many tools of the list are in it. */
type GroupCount = readonly [token: string, count: number]

const nobody = 'of no server'

/** By name, so that equal lists give equal words, whatever their order. */
function countByGroup(tools: readonly CountedTool[]): readonly GroupCount[] {
  const counts = new Map<string, number>()
  for (const tool of tools) counts.set(groupOf(tool), (counts.get(groupOf(tool)) ?? 0) + 1)
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1))
}

function groupOf({ id }: CountedTool): string {
  const [server, name] = id?.toString().split('/') ?? []
  return server === undefined || name === undefined ? nobody : `@server:${server}`
}

function describe(groups: readonly GroupCount[]): string {
  const named = groups.slice(0, namedAtMost).map(([token, count]) => `${count.toString()} ${token}`)
  const others = groups.length - named.length
  if (others > 0) named.push(`and those of ${others.toString()} more servers`)
  return escapeUnprintable(named.join(', '))
}

/** The first groups that fit together; nothing where no whole group fits. */
function proposal(groups: readonly GroupCount[], most: number): string {
  const fitting: string[] = []
  let total = 0
  for (const [token, count] of groups.slice(0, namedAtMost)) {
    if (token === nobody || total + count > most) continue
    fitting.push(`'${token}'`)
    total += count
  }
  if (fitting.length === 0)
    return ': select them by name, or by groups of your own (@group:<label>)'
  const entries = escapeUnprintable(fitting.join(', '))
  return `: registry.select([${entries}]) gives ${total.toString()} of them`
}
