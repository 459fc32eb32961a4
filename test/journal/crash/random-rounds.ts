import { toolNames } from './bank.js'
import type { Flow } from './crash-task.js'

/** How one round goes: what a program does, and what kills it. */
export interface CrashRound {
  readonly flows: readonly Flow[]
  readonly kill:
    | { readonly by: 'itself'; readonly at: string }
    | { readonly by: 'another'; readonly words: number; readonly delayMs: number }
}

const verbs = ['begin', 'settle', 'suspend', 'answer', 'approve', 'findSuspended']
const places = ['asked', 'commit', 'committed', 'done']
const points = [
  ...verbs.flatMap((verb) => places.map((place) => `${verb}:${place}`)),
  ...['effect:asked', 'effect:written', 'effect:done'],
]

/** Rounds without end, told by a seed. The calls of a round run at once, and each kind of call is among them. */
export function* crashRounds(seed: number): Generator<CrashRound, never> {
  const random = randomFrom(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  const pick = (from: readonly string[]): string => from[below(from.length)] ?? ''
  for (let round = 0; ; round += 1) {
    const tools = [...toolNames, ...toolNames.slice(0, below(toolNames.length))]
    const flows = tools.map((tool, n) => ({ tool, id: `${seed}-${round}-${n}` }))
    const itself = { by: 'itself', at: `${pick(points)}#${below(3) + 1}` } as const
    const another = { by: 'another', words: below(6) + 1, delayMs: below(12) } as const
    yield { flows, kill: round % 2 === 0 ? itself : another }
  }
}

/** Numbers from 0 to 1 that a seed decides: mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
