import type { JsonValue } from './json.js'

/** A JSON Schema in object form (2020-12 unless it says otherwise in `$schema`). Keywords not named here are allowed. */
export interface JsonSchema {
  readonly type?: JsonTypeName | readonly JsonTypeName[]
  readonly title?: string
  readonly description?: string
  readonly default?: JsonValue
  readonly const?: JsonValue
  readonly enum?: readonly JsonValue[]
  readonly properties?: Readonly<Record<string, JsonSchema | boolean>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly items?: JsonSchema | boolean
  readonly prefixItems?: readonly (JsonSchema | boolean)[]
  readonly allOf?: readonly (JsonSchema | boolean)[]
  readonly anyOf?: readonly (JsonSchema | boolean)[]
  readonly oneOf?: readonly (JsonSchema | boolean)[]
  readonly not?: JsonSchema | boolean
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly contains?: JsonSchema | boolean
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema | boolean>>
  readonly [keyword: string]: unknown
}

/** A schema whose root says that it is an object, as model SDKs demand of arguments. */
export type ObjectSchema = JsonSchema & { readonly type: 'object' }

/** The type names of JSON Schema. */
export type JsonTypeName = 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string'
