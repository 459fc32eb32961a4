import { embedSchema } from '../../schema/embedded-schema.js'
import type { JsonSchema, ObjectSchema } from '../../schema/json-schema.js'
import type { Constructor } from '../../tools/constructor.js'
import type { ClassShape, DiscriminatedShape, PropertyShape, ValueShape } from '../shape/shape.js'
import { readClassShape } from '../shape/class-shape.js'
import { bigintPattern, maxBigintLength } from '../admit/bigint-text.js'
import { findDefault } from '../admit/defaults.js'
import { probeNestedClass } from '../shape/initialisers.js'
import type { ReadOptions } from '../admit/reading.js'
import { allowNull, anyType, anyTypeButNull, withType } from './any-type.js'
import { elementRules, fragmentsOf, translatableRules, type AppliedRule } from './applied-rules.js'
import { mergeRuleSchemas } from '../translation/rule-schemas.js'
import { StaticType } from './static-type.js'

type SchemaOptions = Pick<ReadOptions, 'optionalNull' | 'findDefault'> & {
  /** The static type of the class; its comments describe what `@Describe` does not. */
  readonly staticType?: JsonSchema | undefined
}

const sizeRules: ReadonlySet<string> = new Set([
  'isArray',
  'arrayNotEmpty',
  'arrayMinSize',
  'arrayMaxSize',
])

/**
 * The canonical input schema of a class: JSON Schema 2020-12, root object, closed at every level, `$ref` only where a
 * class nests itself. Never stricter than admit; rules that JSON Schema cannot say are left out.
 */
export function classSchema(shape: ClassShape, options: SchemaOptions): ObjectSchema {
  return new SchemaWriter(options).writeRoot(shape)
}

/**
 * The schema of what a body returns, from a class with validators.
 *
 * @throws DefinitionError with every problem of the class and of those it nests.
 */
export function outputSchemaOf(output: Constructor, subject: string): JsonSchema {
  const shape = readClassShape(output, `${subject}, output`, probeNestedClass)
  return classSchema(shape, { optionalNull: 'refuse', findDefault })
}

/** A class being written, or written into `$defs` because it nests itself. */
interface Entry {
  reference: string | undefined
}

class SchemaWriter {
  readonly #options: SchemaOptions
  readonly #entries = new Map<ClassShape, Map<string, Entry>>()
  readonly #definitions: Record<string, JsonSchema> = {}
  #recursions = 0
  #embedded = 0

  constructor(options: SchemaOptions) {
    this.#options = options
  }

  writeRoot(shape: ClassShape): ObjectSchema {
    this.#entries.set(shape, new Map([['', { reference: '#' }]]))
    const { staticType } = this.#options
    const body = this.#writeBody(shape, undefined, staticType && new StaticType(staticType))
    const hasDefinitions = Object.keys(this.#definitions).length > 0
    return hasDefinitions ? { ...body, $defs: this.#definitions } : body
  }

  /** A nested class: inlined, or a reference where it nests itself. `tag` fixes its discriminator. */
  #writeClass(shape: ClassShape, tag?: Tag, type?: StaticType): JsonSchema {
    const variants = this.#entries.get(shape) ?? new Map<string, Entry>()
    this.#entries.set(shape, variants)
    const name = tag === undefined ? '' : `${tag.key}=${tag.value}`
    const known = variants.get(name)
    if (known !== undefined) return { $ref: this.#refer(known) }
    const entry: Entry = { reference: undefined }
    variants.set(name, entry)
    const body = this.#writeBody(shape, tag, type)
    if (entry.reference === undefined) {
      variants.delete(name)
      return body
    }
    this.#definitions[entry.reference.slice('#/$defs/'.length)] = body
    return { $ref: entry.reference }
  }

  #refer(entry: Entry): string {
    if (entry.reference !== undefined) return entry.reference
    this.#recursions += 1
    entry.reference = `#/$defs/recursive${this.#recursions.toString()}`
    return entry.reference
  }

  #writeBody(shape: ClassShape, tag: Tag | undefined, type: StaticType | undefined): ObjectSchema {
    const properties: Record<string, JsonSchema> = {}
    if (tag !== undefined) properties[tag.key] = writeTag(tag, shape, type)
    for (const property of shape.properties) {
      if (property.key === tag?.key) continue
      properties[property.key] = this.#writeProperty(property, type?.member(property.property))
    }
    const needed = shape.properties.filter(({ presence }) => presence === 'required')
    const required = new Set([...(tag ? [tag.key] : []), ...needed.map(({ key }) => key)])
    return {
      type: 'object',
      properties,
      ...(required.size > 0 && { required: [...required] }),
      additionalProperties: false,
    }
  }

  #writeProperty(property: PropertyShape, type: StaticType | undefined): JsonSchema {
    const schema = this.#writePropertyValue(property, type)
    const initial = this.#options.findDefault(property)
    const description = property.description ?? type?.description
    return {
      ...schema,
      ...(description !== undefined && { description }),
      ...(initial !== undefined && { default: initial }),
    }
  }

  #writePropertyValue(property: PropertyShape, type: StaticType | undefined): JsonSchema {
    const rules = translatableRules(property.rules)
    if (this.#allowsNull(property)) return allowNull(this.#writeValue(property.value, rules, type))
    return property.value.kind === 'any'
      ? withType(mergeRuleSchemas([anyTypeButNull, ...fragmentsOf(rules)]))
      : this.#writeValue(property.value, rules, type)
  }

  #allowsNull(property: PropertyShape): boolean {
    if (property.value.kind === 'transformed') return true
    if (property.isNullable || property.presence === 'conditional') return true
    if (property.rules.some(({ kind }) => kind === 'condition')) return true
    const isOptional = property.rules.some(({ kind }) => kind === 'optional')
    return isOptional && this.#options.optionalNull !== 'refuse'
  }

  #writeValue(shape: ValueShape, rules: readonly AppliedRule[], type?: StaticType): JsonSchema {
    switch (shape.kind) {
      case 'any':
        return withType(mergeRuleSchemas(fragmentsOf(rules)))
      case 'free':
        return mergeRuleSchemas([{ type: 'object' }, ...fragmentsOf(rules)])
      case 'transformed':
        return anyType
      case 'date':
        return { type: 'string', format: 'date-time' }
      case 'bigint':
        return { type: 'string', pattern: bigintPattern, maxLength: maxBigintLength }
      case 'schema':
        return withRules(this.#writeEmbedded(shape.schema), fragmentsOf(rules))
      case 'object':
        return this.#writeClass(shape.shape, undefined, type)
      case 'discriminated':
        return this.#writeDiscriminated(shape, type)
      case 'array':
      case 'tuple':
      case 'map':
        return this.#writeContainer(shape, rules, type)
    }
  }

  /** A schema an author wrote; what it refers to inside itself moves with it. */
  #writeEmbedded(own: JsonSchema): JsonSchema {
    const { schema, definitions } = embedSchema(own, `embedded${(this.#embedded + 1).toString()}`)
    if (Object.keys(definitions).length > 0) this.#embedded += 1
    Object.assign(this.#definitions, definitions)
    return schema
  }

  #writeContainer(
    shape: ValueShape & { kind: 'array' | 'tuple' | 'map' },
    rules: readonly AppliedRule[],
    type: StaticType | undefined,
  ): JsonSchema {
    switch (shape.kind) {
      case 'map':
        return {
          ...mergeRuleSchemas([{ type: 'object' }, ...fragmentsOf(rules)]),
          additionalProperties: this.#writeValue(shape.values, [], type?.values()),
        }
      case 'tuple':
        return {
          type: 'array',
          prefixItems: shape.items.map((item, index) =>
            this.#writeValue(item, elementRules(rules), type?.element(index)),
          ),
          items: false,
          minItems: shape.items.length,
          maxItems: shape.items.length,
        }
      case 'array':
        return this.#writeArray(shape.items, rules, type)
    }
  }

  #writeArray(
    items: ValueShape,
    rules: readonly AppliedRule[],
    type: StaticType | undefined,
  ): JsonSchema {
    const own = isConverted(items) ? rules.filter(({ name }) => sizeRules.has(name)) : rules
    return {
      ...mergeRuleSchemas([{ type: 'array' }, ...fragmentsOf(own)]),
      items: this.#writeValue(items, elementRules(rules), type?.items()),
    }
  }

  #writeDiscriminated({ tag, variants }: DiscriminatedShape, type?: StaticType): JsonSchema {
    const choices = [...variants].map(([value, shape]) => {
      const names = shape.properties.map(({ property }) => property)
      return this.#writeClass(shape, { key: tag, value }, type?.variant(tag, value, names))
    })
    return { oneOf: choices }
  }
}

interface Tag {
  readonly key: string
  readonly value: string
}

function writeTag({ key, value }: Tag, shape: ClassShape, type?: StaticType): JsonSchema {
  const description = shape.byKey.get(key)?.description ?? type?.member(key)?.description
  return { type: 'string', const: value, ...(description !== undefined && { description }) }
}

/** JSON turns these into other values, which is what their rules compare. */
function isConverted({ kind }: ValueShape): boolean {
  return kind === 'date' || kind === 'bigint'
}

/** A schema of the author, and what the rules beside it say. */
function withRules(schema: JsonSchema, fragments: readonly JsonSchema[]): JsonSchema {
  if (fragments.length === 0) return schema
  const isPlain = Object.keys(schema).join() === 'type'
  return isPlain
    ? mergeRuleSchemas([schema, ...fragments])
    : { allOf: [schema, mergeRuleSchemas(fragments)] }
}
