import { admitObject } from '../../../arguments/admit/admit-object.js'
import { hydrate } from '../../../arguments/admit/hydrate.js'
import type { ReadOptions } from '../../../arguments/admit/reading.js'
import type { ClassShape, PropertyShape } from '../../../arguments/shape/shape.js'
import { joinPath } from '../../../errors/argument-path.js'
import type { Issue } from '../../../errors/issue.js'
import type { JsonObject, JsonValue } from '../../../schema/json.js'
import { settleInTime } from './settle-in-time.js'

/** What admit made of one value for one argument. */
export type ProbeResult =
  | {
      readonly status: 'accepted'
      /** What the body gets; undefined when nothing is assigned. */
      readonly value: unknown
    }
  | {
      readonly status: 'refused'
      /** The reasons that concern the argument, of every try. */
      readonly issues: readonly Issue[]
    }

/** Tries one argument of a class without those beside it, except where its conditions ask for them. */
export interface PropertyProbe {
  readonly property: PropertyShape
  /** What other arguments are tried with it; the first try is without. */
  readonly contexts: readonly JsonObject[]
  readonly shape: ClassShape
  readonly options: ReadOptions
  /** How long a validator may take to answer. */
  readonly timeoutMs: number
}

/**
 * What admit says of a value, or of absence where `json` is undefined: accepted when one context accepts it.
 *
 * @throws UnsettledProbe when a validator does not answer in time.
 */
export async function probeValue(
  probe: PropertyProbe,
  json: JsonValue | undefined,
): Promise<ProbeResult> {
  const { property, options } = probe
  const issues: Issue[] = []
  for (const context of probe.contexts) {
    const shape = shapeAround(probe, context)
    const input = json === undefined ? context : { ...context, [property.key]: json }
    const answer = admitObject(shape, input, options)
    const admission =
      answer instanceof Promise ? await settleInTime(answer, probe.timeoutMs) : answer
    if (admission.status === 'admitted') {
      const body: Record<string, unknown> = {}
      hydrate(body, shape, admission.admitted.json)
      return { status: 'accepted', value: body[property.property] }
    }
    issues.push(...admission.issues.filter(({ path }) => isWithin(path, property)))
  }
  return { status: 'refused', issues }
}

/** The class with this argument, those of the context, and those whose initialisers a condition may read. */
function shapeAround({ property, shape }: PropertyProbe, context: JsonObject): ClassShape {
  const properties = shape.properties.filter(
    (one) => one === property || Object.hasOwn(context, one.key) || one.initial !== undefined,
  )
  return {
    target: shape.target,
    properties,
    byKey: new Map(properties.map((one) => [one.key, one])),
  }
}

function isWithin(path: string, { key }: PropertyShape): boolean {
  const own = joinPath('', key)
  return path === own || path.startsWith(`${own}.`) || path.startsWith(`${own}[`)
}
