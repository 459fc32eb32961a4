import { DefinitionError, type DefinitionProblem } from '../../errors/definition-error.js'
import { quoteName } from '../../errors/quoted-name.js'
import { callRecords, type CallRecords } from '../../tools/call-records.js'
import type { LayerRank, ToolLayer } from '../../tools/tool-layer.js'
import { runAttempt } from './attempt.js'
import type { Stage } from './call-step.js'
import { composeLayers } from './compose-layers.js'
import { findRank, orderProblems } from './layer-order.js'

/** The layers of a registry in registration order. Immutable; narrowed registries share it by reference. */
export class LayerStack {
  static readonly empty = new LayerStack([])
  readonly names: readonly string[]
  readonly ranks: ReadonlySet<LayerRank>
  /** The layer that keeps records of calls, if there is one. */
  readonly records: CallRecords | undefined
  readonly #layers: readonly ToolLayer[]
  #composed: Stage | undefined

  private constructor(layers: readonly ToolLayer[]) {
    this.#layers = layers
    this.names = Object.freeze(layers.map(({ name }) => name))
    this.records = layers.find((layer) => layer[callRecords] !== undefined)?.[callRecords]
    this.ranks = new Set(layers.map(findRank).filter((rank) => rank !== undefined))
  }

  /**
   * A new stack with one more layer, outside all others.
   * @throws DefinitionError when it is no layer, or its name is empty or taken.
   */
  add(layer: ToolLayer): LayerStack {
    const problems = [...layerProblems(layer, this.names), ...orderProblems(layer, this.#layers)]
    if (problems.length > 0) throw new DefinitionError(problems)
    return new LayerStack([...this.#layers, layer])
  }

  /** All layers round the innermost stage; composed on first use, once for all calls. */
  get stage(): Stage {
    return (this.#composed ??= composeLayers(this.#layers, runAttempt))
  }
}

function layerProblems(layer: unknown, taken: readonly string[]): DefinitionProblem[] {
  if (typeof layer !== 'object' || layer === null) {
    return [problem('a layer', 'it is no object.', 'Pass { name, handle(call, next) }.')]
  }
  const { name, handle } = layer as Partial<ToolLayer>
  if (typeof name !== 'string' || name.trim() === '') {
    return [problem('a layer', 'its name is empty.', 'Give it a `name` with something in it.')]
  }
  const subject = `layer ${quoteName(name)}`
  if (typeof handle !== 'function') {
    return [problem(subject, 'it has no `handle`.', 'Give it `handle(call, next)`.')]
  }
  if (!taken.includes(name)) return []
  const free = quoteName(findFreeName(name, taken))
  const fix = `Give one of them another name, for example ${free}: layers of this package take { name: ${free} }.`
  return [problem(subject, 'a layer of this name is there already.', fix)]
}

function findFreeName(name: string, taken: readonly string[]): string {
  let count = 2
  while (taken.includes(`${name}_${count.toString()}`)) count += 1
  return `${name}_${count.toString()}`
}

function problem(subject: string, message: string, fix: string): DefinitionProblem {
  return { subject, message, fix }
}
