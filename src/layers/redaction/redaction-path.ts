/** What is hidden below one place of a value: members by name, and the elements of a list. */
export interface PathNode {
  /** True where a path ends: the whole value is hidden. */
  isEnd: boolean
  readonly members: Map<string, PathNode>
  elements?: PathNode
}

function createPathNode(): PathNode {
  return { isEnd: false, members: new Map() }
}

type Step = { readonly member: string } | 'elements'

const firstStep = /^(?:\[\]|\["((?:[^"\\]|\\")+)"\]|([A-Za-z_$][\w$]*))/
const laterStep = /^(?:\[\]|\["((?:[^"\\]|\\")+)"\]|\.([A-Za-z_$][\w$]*))/

/**
 * The steps of a path as issues write them, with `[]` for every element of a list: `lines[].card`, `owner["tax id"]`.
 * Undefined for what is no such path.
 */
export function parseRedactionPath(path: string): readonly Step[] | undefined {
  const steps: Step[] = []
  let rest = path
  while (rest !== '') {
    const found = (steps.length === 0 ? firstStep : laterStep).exec(rest)
    if (found === null) return undefined
    const [text, quoted, plain] = found
    const member = quoted?.replaceAll('\\"', '"') ?? plain
    steps.push(member === undefined ? 'elements' : { member })
    rest = rest.slice(text.length)
  }
  return steps.length === 0 ? undefined : steps
}

/** One tree of all paths; those that are none are passed over. */
export function toPathTree(paths: readonly string[]): PathNode {
  const root = createPathNode()
  for (const path of paths) {
    const steps = parseRedactionPath(path)
    if (steps !== undefined) steps.reduce(stepInto, root).isEnd = true
  }
  return root
}

function stepInto(node: PathNode, step: Step): PathNode {
  if (step === 'elements') return (node.elements ??= createPathNode())
  const known = node.members.get(step.member)
  if (known !== undefined) return known
  const made = createPathNode()
  node.members.set(step.member, made)
  return made
}
