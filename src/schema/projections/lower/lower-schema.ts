// Writes a source in the part of JSON Schema that a target takes. What the target has no keyword for goes into the
// descriptions; the result accepts what the source accepts, and may accept more.
import type { JsonTypeName } from '../../json-schema.js'
import { DefinitionNames } from '../source/definition-names.js'
import { SchemaBudget } from '../source/schema-budget.js'
import type { Losses } from '../source/schema-loss.js'
import { keyOf, type Expression } from '../source/expression.js'
import { anyShape, isUnconstrained, weightOf, type Facet, type Shape } from '../shape/shape.js'
import type { ShapeReader } from '../shape/shape-reader.js'
import { withNull } from '../shape/with-null.js'
import { wordsOf, wordsOfValues } from '../shape/words.js'
import type { Draft, WrittenRoot } from '../rewrite/draft.js'
import { joinSentences } from '../write/join-sentences.js'
import { lowerArray } from './lower-array.js'
import { lowerFacets, type LoweredFacets } from './lower-facets.js'
import { lowerObject } from './lower-object.js'
import { lowerValues } from './lower-values.js'
import { refuseStrict, type Depth, type Lowering } from './lowering.js'
import type { TargetRules } from './target-rules.js'
import { joinVariants, type Variant } from './variants.js'

/** What a lowering reads, how it writes, and where it remembers what is lost. */
export interface LoweringInit {
  readonly reader: ShapeReader
  readonly rules: TargetRules
  readonly losses: Losses
  /** How often recursive schemas are written out inside one another, where the target takes no references. */
  readonly maxExpansions: number
}

/** Writes the schemas of one document for one target. */
export class SchemaLowering implements Lowering {
  readonly reader: ShapeReader
  readonly rules: TargetRules
  readonly losses: Losses
  readonly #maxExpansions: number
  readonly #names = new DefinitionNames()
  readonly #budget = new SchemaBudget()

  constructor({ reader, rules, losses, maxExpansions }: LoweringInit) {
    this.reader = reader
    this.rules = rules
    this.losses = losses
    this.#maxExpansions = maxExpansions
  }

  /** The root, with everything that is said about it in one description. */
  lowerRoot(shape: Shape, alternatives: readonly string[]): WrittenRoot {
    const { keywords, notes } = lowerObject(shape, { inside: [''], expansions: 0 }, this)
    const said = [...notes, ...this.#saidOf(shape), ...this.#rootValues(shape), ...alternatives]
    const description = joinSentences([shape.description ?? '', ...said])
    const { properties = {}, ...others } = keywords
    const schema: Draft = {
      type: 'object',
      ...(shape.title !== undefined && { title: shape.title }),
      ...(description !== '' && { description }),
      properties,
      ...others,
    }
    return { schema: { ...schema, ...this.#definitions() }, notes: said }
  }

  lower(expression: Expression, depth: Depth): Draft {
    return this.#lowerShape(this.#read(expression, depth), entered(expression, depth))
  }

  lowerNullable(expression: Expression, depth: Depth): Draft {
    return this.#lowerShape(withNull(this.#read(expression, depth)), entered(expression, depth))
  }

  /** A schema that stands inside itself is a reference, whatever way the source went there. */
  #read(expression: Expression, { inside }: Depth): Shape {
    const shape = this.reader.read(expression)
    const reference = keyOf(expression)
    if (!inside.includes(reference) || shape.reference !== undefined) return shape
    const { path, types } = shape
    return 'at' in expression ? { ...anyShape(path), types, reference } : anyShape(path)
  }

  #lowerShape(shape: Shape, depth: Depth): Draft {
    this.#budget.spend()
    this.reader.document.work.spend(weightOf(shape))
    const words = { ...wordsAbout(shape), notes: this.#saidOf(shape) }
    if (isUnconstrained(shape)) return this.#lowerAnything(shape, words)
    if (shape.types.length === 0)
      refuseStrict(this, { keyword: 'not', path: shape.path }, 'A schema accepts nothing.')
    const variants =
      shape.branches?.flatMap((branch) => this.#lowerBranch(branch, depth)) ??
      this.#lowerForm(shape, depth)
    const nullable = (shape.branches ?? [shape]).some(takesNullItself)
    return joinVariants({ variants, nullable, words }, this)
  }

  #rootValues({ values, path }: Shape): readonly string[] {
    if (values === undefined) return []
    const words = wordsOfValues(values)
    this.losses.add({ path, keyword: 'enum', kind: 'described', message: words })
    return [words]
  }

  #definitions(): { readonly $defs?: Draft } {
    const written: [string, unknown][] = []
    for (let next = this.#names.next(); next !== undefined; next = this.#names.next()) {
      const shape = this.reader.unfold(next.path)
      const depth = { inside: [next.path], expansions: 0 }
      written.push([next.name, this.#lowerShape(shape, depth)])
    }
    return written.length === 0 ? {} : { $defs: Object.fromEntries(written) }
  }

  /** A schema that asks nothing. */
  #lowerAnything(shape: Shape, words: Omit<Variant, 'schema'>): Draft {
    refuseStrict(this, { keyword: 'type', path: shape.path }, 'A value has no type.')
    const schema = this.rules.nulls === 'nullable' ? { nullable: true } : {}
    return joinVariants({ variants: [{ schema, notes: [] }], nullable: false, words }, this)
  }

  #lowerBranch(branch: Shape, depth: Depth): readonly Variant[] {
    const words = wordsAbout(branch)
    const said = this.#saidOf(branch)
    if (isUnconstrained(branch))
      return [{ schema: this.#lowerAnything(branch, { ...words, notes: said }), notes: [] }]
    return this.#lowerForm(branch, depth).map(({ schema, notes }) => ({
      ...words,
      schema,
      notes: [...said, ...notes],
    }))
  }

  /** A shape without alternatives; null is said by whoever asked. */
  #lowerForm(shape: Shape, depth: Depth): readonly Variant[] {
    if (shape.reference !== undefined) return [this.#lowerReference(shape.reference, shape, depth)]
    const values = shape.values?.filter((value) => value !== null)
    if (values !== undefined) return values.length === 0 ? [] : lowerValues(shape, values, this)
    const types = shape.types.filter((type) => type !== 'null')
    return types.map((type) => {
      const { keywords, notes } = this.#lowerType(shape, type, depth)
      return { schema: { type, ...keywords }, notes }
    })
  }

  #lowerType(shape: Shape, type: JsonTypeName, depth: Depth): LoweredFacets {
    if (type === 'object') return lowerObject(shape, depth, this)
    return type === 'array' ? lowerArray(shape, depth, this) : lowerFacets(shape, type, this)
  }

  #lowerReference(target: string, { path, types }: Shape, depth: Depth): Variant {
    const facet = { keyword: '$ref', path }
    if (this.rules.recursion === 'references')
      return { schema: { $ref: this.#names.refer(target) }, notes: [] }
    refuseStrict(this, facet, 'The schema is recursive.')
    if (this.rules.recursion === 'refused') return { schema: {}, notes: [] }
    if (depth.expansions < this.#maxExpansions) {
      const message = 'The recursive schema is written out to a fixed depth.'
      this.losses.add({ ...facet, kind: 'inlined', message })
      const deeper = { inside: [target], expansions: depth.expansions + 1 }
      return { schema: this.#lowerShape(this.reader.unfold(target), deeper), notes: [] }
    }
    const message = 'Beyond a fixed depth the recursive schema takes anything.'
    this.losses.add({ ...facet, kind: 'widened', message })
    return { schema: this.#bareTypes(types), notes: [] }
  }

  #bareTypes(types: readonly JsonTypeName[]): Draft {
    const schemas = types
      .filter((type) => type !== 'null')
      .map((type) => (type === 'array' ? { type, items: {} } : { type }))
    const [only, ...others] = schemas
    return only !== undefined && others.length === 0 ? only : { anyOf: schemas }
  }

  /** Sentences for what has no keyword in any target, and for the default. */
  #saidOf(shape: Shape): readonly string[] {
    for (const { keyword, path } of shape.dropped)
      this.losses.add({ path, keyword, kind: 'dropped', message: `"${keyword}" is left out.` })
    const { default: standard, path } = shape
    const said: readonly Facet[] = [
      ...shape.rules,
      ...(standard === undefined ? [] : [{ keyword: 'default', value: standard, path }]),
    ]
    return said.map((facet) => {
      const message = wordsOf(facet)
      this.losses.add({ path: facet.path, keyword: facet.keyword, kind: 'described', message })
      return message
    })
  }
}

function entered(expression: Expression, { inside, expansions }: Depth): Depth {
  return { inside: [...inside, keyOf(expression)], expansions }
}

/** A reference brings its own null along. */
function takesNullItself({ types, reference }: Shape): boolean {
  return reference === undefined && types.includes('null')
}

function wordsAbout({ title, description }: Shape): Pick<Variant, 'title' | 'description'> {
  return { title, description }
}
