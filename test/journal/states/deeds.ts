import fc from 'fast-check'

import type { JournalRecord } from '../../../src/journal/record/journal-record.js'
import type { Laws } from './laws.js'
import type { Attempt, World } from './world.js'

/** Something that happens: which of the things that can happen then, who does it, and to what. */
export interface Deed {
  readonly choice: number
  readonly pick: number
  readonly process: number
}

/** Deeds, and the verbs they are chosen from. */
export interface Story {
  readonly verbs: readonly Verb[]
  readonly deeds: readonly Deed[]
}

/**
 * Stories of these verbs, of few of them each: what takes many steps is reached only where little else happens.
 */
export function anyStory(verbs: readonly Verb[]): fc.Arbitrary<Story> {
  const deed = fc.record({ choice: fc.nat(9999), pick: fc.nat(5), process: fc.nat(1) })
  return fc.record({
    verbs: fc.subarray([...verbs], { minLength: 3 }),
    deeds: fc.array(deed, { minLength: 1, maxLength: 60, size: 'max' }),
  })
}

/** Plays it, and holds all that comes of it to the laws; what was done is told where it breaks one. */
export async function play(world: World, laws: Laws, { verbs, deeds }: Story): Promise<void> {
  const done: string[] = []
  for (const deed of deeds) {
    const kept = await world.kept()
    const possible = [...always, ...verbs].filter((verb) => isPossible(verb, world, kept))
    const verb = possible[deed.choice % possible.length] ?? 'begin'
    done.push(`${verb} ${deed.process}/${deed.pick}`)
    try {
      await doings[verb](world, laws, deed)
      laws.afterAnything(await world.kept())
    } catch (cause) {
      throw new Error(`${(cause as Error).message} after: ${done.join(', ')}`, { cause })
    }
  }
}

/** All that can happen in a world. */
export const allVerbs = [
  ...(['beginOther', 'land', 'settle', 'release', 'hold', 'suspend'] as const),
  ...(['beat', 'kill', 'lapse', 'sleep'] as const),
  ...(['approve', 'deny', 'answer', 'look', 'tell', 'resolve', 'free'] as const),
]

const always = ['begin', 'start', 'turn'] as const

/** One of the things that can happen. */
export type Verb = (typeof allVerbs)[number] | (typeof always)[number]

/** False where it would come to nothing, or nearly always. */
function isPossible(verb: Verb, world: World, kept: readonly JournalRecord[]): boolean {
  const { attempts, findings } = world
  const isHeld = kept.some(({ state }) => state === 'running' || state === 'in-doubt')
  switch (verb) {
    case 'begin':
    case 'beginOther':
      return true
    case 'turn':
      return kept.some((record) => record.state === 'settled' && world.isCurrent(record))
    case 'start':
      return attempts.some(isWaiting)
    case 'land':
    case 'suspend':
      return attempts.some(isGoing)
    case 'settle':
      return attempts.some(hasResult)
    case 'release':
      return attempts.some(hasNothing)
    case 'hold':
      return attempts.some(canSpeak)
    case 'kill':
    case 'lapse':
    case 'sleep':
    case 'beat':
      return attempts.length > 0
    case 'approve':
    case 'deny':
      return kept.some(({ question }) => question?.kind === 'approval')
    case 'answer':
      return kept.some(({ question }) => question?.kind === 'answer')
    case 'tell':
      return findings.length > 0
    case 'look':
    case 'resolve':
    case 'free':
      return isHeld
  }
}

type Doing = (world: World, laws: Laws, deed: Deed) => unknown

const lapses = [1, 4000, 6000, 31_000, 61_000, 200_000]
const question = { kind: 'answer', reason: 'which?', inputSchema: {} } as const

const doings: Readonly<Record<Verb, Doing>> = {
  begin: (world, laws, deed) => begin(world, laws, { ...deed, pick: 0 }),
  beginOther: (world, laws, deed) => begin(world, laws, { ...deed, pick: 1 }),
  /** Another key; who holds the one before may speak yet. */
  turn: (world) => world.turn(),
  // Any other call of a process says that it lives.
  beat: (world, _, { process }) =>
    world.journalOf(process).confirm({ recordId: 'none', attempt: 1 }),
  kill: (world, _, { process }) => world.kill(process),
  lapse(world, _, { pick }) {
    world.nowMs += lapses[pick] ?? 0
  },
  sleep(world, _, { pick }) {
    world.nowMs += lapses[pick] ?? 0
    world.sleptMs += lapses[pick] ?? 0
  },
  start: (world, laws, { pick }) =>
    withOne(world, pick, isWaiting, async (attempt) => {
      if (!(await attempt.journal.confirm(attempt.claim))) return
      laws.onBody(attempt)
      attempt.hasStarted = true
    }),
  land: (world, laws, { pick }) =>
    withOne(world, pick, isGoing, (attempt) => {
      attempt.hasLanded = true
      attempt.isOver = true
      laws.onLanding(attempt)
    }),
  settle: (world, laws, { pick }) =>
    says(world, laws, { pick, isOne: hasResult }, ({ journal, claim }) =>
      journal.settle(claim, { status: 'output', value: claim.attempt }),
    ),
  release: (world, laws, { pick }) =>
    says(world, laws, { pick, isOne: hasNothing }, async (attempt) => {
      attempt.isOver = true
      attempt.isKnownNot = true
      await attempt.journal.release(attempt.claim, { isRetryable: pick % 2 === 0 })
    }),
  hold: (world, laws, { pick }) =>
    says(world, laws, { pick, isOne: canSpeak }, ({ journal, claim }) => journal.hold(claim)),
  suspend: (world, laws, { pick }) =>
    says(world, laws, { pick, isOne: isGoing }, (each) => suspend(world, each)),
  approve: (world, laws, deed) => decide(world, laws, deed),
  deny: async (world, _, { process }) => {
    const journal = world.journalOf(process)
    for (const { suspensionId, kind } of await journal.pending({ tenantId: 'acme' })) {
      const said = { suspensionId, tenantId: 'acme', by: 'eve' }
      if (kind === 'approval') await journal.deny(said)
    }
  },
  answer: (world, laws, deed) => answer(world, laws, deed),
  look: (world, _, { process }) => look(world, process),
  tell: (world, laws, { process, pick }) => tell(world, laws, { process, pick }),
  resolve: (world, _, { process }) =>
    withDoubt(world, async (record) => {
      if (!world.attemptsAt(record).some(({ hasLanded }) => hasLanded)) return
      const result = { status: 'output', value: 'resolved' } as const
      await world.journalOf(process).resolve(record.id, { by: 'olga', reason: 'seen', result })
    }),
  free: (world, laws, { process, pick }) =>
    withDoubt(world, async (record) => {
      if (!didNotHappen(world, record)) return
      const word = { by: 'olga', reason: 'seen', isForced: pick % 2 === 0 }
      const { status } = await world.journalOf(process).free(record.id, word)
      if (status === 'recorded') laws.onKnownNot(record)
    }),
}

const isWaiting = (each: Attempt): boolean => !each.isOver && !each.hasStarted
const isGoing = (each: Attempt): boolean => !each.isOver && each.hasStarted
const canSpeak = (each: Attempt): boolean => !each.isDead
const hasResult = (each: Attempt): boolean => canSpeak(each) && each.hasLanded
const hasNothing = (each: Attempt): boolean => canSpeak(each) && !each.isOver

async function withOne(
  { attempts }: World,
  pick: number,
  isOne: (each: Attempt) => boolean,
  act: (one: Attempt) => unknown,
): Promise<void> {
  const some = attempts.filter(isOne)
  const one = some[pick % Math.max(1, some.length)]
  if (one !== undefined) await act(one)
}

interface Speaker {
  readonly pick: number
  readonly isOne: (each: Attempt) => boolean
}

function says(
  world: World,
  laws: Laws,
  { pick, isOne }: Speaker,
  say: (one: Attempt) => unknown,
): Promise<void> {
  return withOne(world, pick, isOne, async (attempt) => {
    laws.onWord(attempt, await world.kept())
    await say(attempt)
  })
}

async function withDoubt(world: World, act: (record: JournalRecord) => unknown): Promise<void> {
  for (const record of await world.journalOf(0).list({ states: ['in-doubt'] })) await act(record)
}

/** As the layers do: a call that has to be approved is proposed before it starts. */
async function begin(world: World, laws: Laws, { process, pick }: Deed): Promise<void> {
  const journal = world.journalOf(process)
  let request = world.request(pick)
  const { isApproved, expiresInMs } = world.options
  if (isApproved) {
    const approval = { reason: 'money', fourEyes: false, expiresInMs }
    const proposed = await journal.begin({ ...request, intent: 'propose', approval })
    if (proposed.status === 'parked' && proposed.isNew) laws.onNewRecord(proposed.record)
    if (proposed.status !== 'approved' && proposed.status !== 'free') return
    if (proposed.status === 'approved') request = { ...request, recordId: proposed.record.id }
  }
  const before = await world.kept()
  const begun = await journal.begin(request)
  if (begun.status !== 'started') return
  const { record } = begun
  laws.onStarted(record, before)
  world.attempts.push({
    ...{ process, journal, record, claim: { recordId: record.id, attempt: record.attempt } },
    ...{ hasStarted: false, hasLanded: false, isOver: false, isDead: false, isKnownNot: false },
  })
}

async function suspend({ options }: World, attempt: Attempt): Promise<void> {
  const { expiresInMs } = options
  const asked = { ...question, expiresInMs }
  attempt.isOver = true
  const { status } = await attempt.journal.suspend(attempt.claim, asked)
  if (status === 'moved') attempt.isKnownNot = true
}

async function decide(world: World, laws: Laws, { process }: Deed): Promise<void> {
  const journal = world.journalOf(process)
  for (const shown of await journal.pending({ tenantId: 'acme' })) {
    const said = { suspensionId: shown.suspensionId, tenantId: 'acme', by: 'ann' }
    const answered = await journal.approve(said)
    if (answered.status === 'recorded') laws.onApproval(answered.record, shown)
  }
}

/** Also those who answered already answer again. */
async function answer(world: World, laws: Laws, { process, pick }: Deed): Promise<void> {
  const journal = world.journalOf(process)
  for (const { question: asked } of await world.kept()) {
    if (asked?.kind !== 'answer') continue
    const { suspensionId } = asked
    const value = laws.nextAnswer()
    const answered = await journal.answer({ suspensionId, tenantId: 'acme', value, by: `p${pick}` })
    if (answered.status === 'recorded') laws.onAnswer(answered.record, value)
  }
}

/** True when no attempt at what a record is at has landed, or goes on and may still. */
function didNotHappen(world: World, record: JournalRecord): boolean {
  const all = world.attempts.filter(({ claim }) => claim.recordId === record.id)
  return all.every((each) => !each.hasLanded && !isGoing(each))
}

/** Whoever meets a write in doubt may find out what became of it, and takes a while to say so. */
async function look(world: World, process: number): Promise<void> {
  const begun = await world.journalOf(process).begin({ ...world.request(0), intent: 'propose' })
  if (begun.status !== 'in-doubt' || !begun.isQuiet) return
  const { record } = begun
  const hasLanded = world.attemptsAt(record).some((each) => each.hasLanded)
  const result = { status: 'output', value: 'reconciled' } as const
  if (hasLanded) world.findings.push({ record, verdict: { verdict: 'landed', result } })
  else if (didNotHappen(world, record)) {
    world.findings.push({ record, verdict: { verdict: 'did-not-happen' } })
  }
}

async function tell(
  world: World,
  laws: Laws,
  { process, pick }: Pick<Deed, 'process' | 'pick'>,
): Promise<void> {
  const [finding] = world.findings.splice(pick % Math.max(1, world.findings.length), 1)
  if (finding === undefined) return
  const { record, verdict } = finding
  const claim = { recordId: record.id, attempt: record.attempt }
  const { status } = await world.journalOf(process).reconcile(claim, verdict)
  if (status === 'moved' && verdict.verdict === 'did-not-happen') laws.onKnownNot(record)
}
