import { embedSchema } from '../../schema/embedded-schema.js'
import type { JsonSchema, JsonTypeName, ObjectSchema } from '../../schema/json-schema.js'
import type { Constructor } from '../../tools/constructor.js'
import type { ClassShape, DiscriminatedShape, PropertyShape, ValueShape } from '../shape/shape.js'
import { readClassShape } from '../shape/class-shape.js'
import type { Rule } from '../rules/class-validator-rules.js'
import { findDefault } from '../admit/defaults.js'
import { probeNestedClass } from '../shape/initialisers.js'
import type { ReadOptions } from '../admit/reading.js'
import { isBuiltInRule, mergeRuleSchemas, ruleSchema } from './rule-schemas.js'
import { StaticType } from './static-type.js'

type SchemaOptions = Pick<ReadOptions, 'optionalNull' | 'findDefault'> & {
  /** The static type of the class; its comments describe what `@Describe` does not. */
  readonly staticType?: JsonSchema | undefined
}

const anyType: readonly JsonTypeName[] = ['string', 'number', 'boolean', 'object', 'array', 'null']
const sizeRules: ReadonlySet<string> = new Set([
  'isArray',
  'arrayNotEmpty',
  'arrayMinSize',
  'arrayMaxSize',
])
const typeGivers = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref'] as const

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
    if (tag !== undefined) properties[tag.key] = { type: 'string', const: tag.value }
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
    const rules = property.rules.filter(isTranslatable)
    const value = this.#writeValue(property.value, rules, type)
    const schema = this.#allowsNull(property) ? allowNull(value) : withoutNull(value)
    const initial = this.#options.findDefault(property)
    const description = property.description ?? type?.description
    return {
      ...schema,
      ...(description !== undefined && { description }),
      ...(initial !== undefined && { default: initial }),
    }
  }

  #allowsNull(property: PropertyShape): boolean {
    if (property.value.kind === 'transformed') return true
    if (property.isNullable || property.presence === 'conditional') return true
    if (property.rules.some(({ kind }) => kind === 'condition')) return true
    const isOptional = property.rules.some(({ kind }) => kind === 'optional')
    return isOptional && this.#options.optionalNull !== 'refuse'
  }

  #writeValue(shape: ValueShape, rules: readonly Rule[], type?: StaticType): JsonSchema {
    switch (shape.kind) {
      case 'any':
        return withType(mergeRuleSchemas(fragmentsOf(rules)))
      case 'free':
        return mergeRuleSchemas([{ type: 'object' }, ...fragmentsOf(rules)])
      case 'transformed':
        return { type: anyType }
      case 'date':
        return { type: 'string', format: 'date-time' }
      case 'schema':
        return this.#writeEmbedded(shape.schema)
      case 'object':
        return this.#writeClass(shape.shape, undefined, type)
      case 'discriminated':
        return this.#writeDiscriminated(shape)
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
    rules: readonly Rule[],
    type: StaticType | undefined,
  ): JsonSchema {
    const whole = fragmentsOf(rules.filter(({ each }) => !each))
    switch (shape.kind) {
      case 'map':
        return {
          ...mergeRuleSchemas([{ type: 'object' }, ...whole]),
          additionalProperties: this.#writeValue(shape.values, [], type?.values()),
        }
      case 'tuple':
        return {
          type: 'array',
          prefixItems: shape.items.map((item, index) =>
            this.#writeValue(item, [], type?.element(index)),
          ),
          items: false,
          minItems: shape.items.length,
          maxItems: shape.items.length,
        }
      case 'array':
        return this.#writeArray(shape.items, rules, type)
    }
  }

  #writeArray(items: ValueShape, rules: readonly Rule[], type: StaticType | undefined): JsonSchema {
    const onArray = rules.filter(
      ({ each, name }) => !each && (items.kind === 'any' || sizeRules.has(name)),
    )
    return {
      ...mergeRuleSchemas([{ type: 'array' }, ...fragmentsOf(onArray)]),
      items: this.#writeValue(
        items,
        rules.filter(({ each }) => each),
        type?.items(),
      ),
    }
  }

  #writeDiscriminated({ tag, variants }: DiscriminatedShape): JsonSchema {
    const choices = [...variants].map(([value, shape]) =>
      this.#writeClass(shape, { key: tag, value }),
    )
    return { oneOf: choices }
  }
}

interface Tag {
  readonly key: string
  readonly value: string
}

/** Rules of class-validator itself that always apply; a user's own, or one with a condition, is left out. */
function isTranslatable(rule: Rule): boolean {
  return (
    rule.kind === 'check' &&
    rule.record.validateIf === undefined &&
    rule.validators.every((validator) => isBuiltInRule(rule.name, validator))
  )
}

function fragmentsOf(rules: readonly Rule[]): readonly JsonSchema[] {
  return rules
    .map(({ name, constraints }) => ruleSchema(name, constraints)?.schema)
    .filter((schema) => schema !== undefined)
}

/** An empty schema invites models to send JSON in a string, so it says every type instead. */
function withType(schema: JsonSchema): JsonSchema {
  return typeGivers.some((keyword) => keyword in schema) ? schema : { type: anyType, ...schema }
}

/** Of any type, but not null: that is only for `@Nullable`. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { type } = schema
  return typeof type === 'object'
    ? { ...schema, type: type.filter((name) => name !== 'null') }
    : schema
}

function allowNull(schema: JsonSchema): JsonSchema {
  const { type } = schema
  const isPlain = !['$ref', 'anyOf', 'oneOf', 'allOf', 'not'].some((keyword) => keyword in schema)
  if (type === undefined || !isPlain) return { anyOf: [schema, { type: 'null' }] }
  const types = typeof type === 'string' ? [type] : type
  const { const: constant, ...rest } = schema
  const values = constant === undefined ? schema.enum : [constant]
  return {
    ...rest,
    type: types.includes('null') ? types : [...types, 'null'],
    ...(values && { enum: values.includes(null) ? values : [...values, null] }),
  }
}
