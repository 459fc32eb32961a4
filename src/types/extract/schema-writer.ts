import type ts from 'typescript'

import type { JsonSchema } from '../../schema/json-schema.js'
import type { Project } from '../project/open-project.js'
import { isAbsent, mayBeUndefined } from './absent-types.js'
import { isFunction } from './function-types.js'
import { Definitions } from './definitions.js'
import { findDescription } from './documentation.js'
import { findBoxed, findElement, isDate } from './language-types.js'
import { isAnyObject, writeMembers } from './object-schema.js'
import { createPlainWriter, type PlainWriter } from './plain-generator.js'
import type { Place, Side } from './side.js'
import { templatePattern } from './template-pattern.js'
import { tupleSchema } from './tuple-schema.js'
import { absent, type TypeWriter } from './type-writer.js'
import { writeUnionOf } from './union-schema.js'
import { hasUnknownBase, isUnknownType } from './unknown-types.js'

const maxDepth = 100
const maxCount = 2_000
const dateTime: JsonSchema = { type: 'string', format: 'date-time' }
const bigintText: JsonSchema = { type: 'string', pattern: '^-?\\d+$' }

/**
 * Writes types as JSON Schema 2020-12. Keywords, literals and enums are written by typescript-json-schema; what has
 * other types inside is written here, for it loses the type arguments of maps, and takes methods, accessors and hidden
 * members for data.
 */
export class SchemaWriter implements TypeWriter {
  readonly project: Project
  readonly side: Side
  readonly #definitions = new Definitions()
  readonly #writePlain: PlainWriter
  #place: Place = ''
  #isEndless = false

  constructor(project: Project, side: Side) {
    this.project = project
    this.side = side
    this.#writePlain = createPlainWriter(project)
  }

  /** A finished schema, closed over its `$defs`. */
  finish(schema: JsonSchema): JsonSchema {
    return this.#isEndless ? schema : (this.#definitions.finish(schema) ?? this.side.endless(''))
  }

  /** The union of types, each as it stands where it is met. */
  writeUnion(types: readonly ts.Type[]): JsonSchema {
    const present = types.filter((type) => !isAbsent(this.project, type))
    return present.length === 0 ? absent : writeUnionOf(this, present, this.#writePlain)
  }

  /** A type, of which undefined is no part: the place it stands in says what becomes of that. */
  write(type: ts.Type): JsonSchema {
    const { TypeFlags } = this.project.compiler.ts
    // One path that has no end is enough: types that branch have more of them than can be counted.
    if (this.#isEndless) return {}
    if (isUnknownType(type)) return this.side.unresolved(this.#place)
    if (type.isUnion()) return this.#writeNamedUnion(type)
    if (type.isIntersection()) return this.#writeIntersection(type)
    if ((type.flags & TypeFlags.Object) !== 0) return this.#writeObject(type)
    return this.#writeLeaf(type)
  }

  /** A type that stands at `place`, from where it is written now. */
  writeAt(place: Place, type: ts.Type): JsonSchema {
    const outer = this.#place
    this.#place = `${outer}${outer !== '' && !place.startsWith('[') ? '.' : ''}${place}`
    const schema = this.write(type)
    this.#place = outer
    return schema
  }

  /** The type of an element, where undefined is what JSON makes of it. */
  writeElement(type: ts.Type): JsonSchema {
    const schema = this.writeAt('[]', type)
    if (schema === absent) return this.side.undefinedElement
    return mayBeUndefined(this.project, type) ? this.side.orUndefined(schema) : schema
  }

  #writeNamedUnion(type: ts.UnionType): JsonSchema {
    const { ts } = this.project.compiler
    const hasObjects = type.types.some((part) => (part.flags & ts.TypeFlags.Object) !== 0)
    const write = (): JsonSchema => this.writeUnion(type.types)
    // Only under a name can a union hold itself.
    return hasObjects && type.aliasSymbol !== undefined ? this.#refer(type, write) : write()
  }

  /** `string & { brand }` is a string; what intersects plain objects has the members of all of them. */
  #writeIntersection(type: ts.IntersectionType): JsonSchema {
    const solid = type.types.filter((part) => !this.#isPlainObject(part))
    if (solid.length === 0) return this.#refer(type, () => writeMembers(this, type))
    const schemas = solid.map((part) => this.write(part))
    const [only] = schemas
    return only === undefined || schemas.length > 1 ? { allOf: schemas } : only
  }

  #isPlainObject(type: ts.Type): boolean {
    const { project } = this
    const isObject = (type.flags & project.compiler.ts.TypeFlags.Object) !== 0
    return isObject && !this.#isArray(type) && !isDate(project, type) && !isFunction(project, type)
  }

  #isArray(type: ts.Type): boolean {
    const { checker } = this.project
    return checker.isArrayType(type) || checker.isTupleType(type)
  }

  #writeObject(type: ts.Type): JsonSchema {
    const { project, side } = this
    if (isFunction(project, type)) return side.instance('Function', {}, this.#place)
    if (isDate(project, type)) return side.date(dateTime)
    const boxed = findBoxed(project, type, side.anything)
    if (boxed !== undefined) return boxed
    if (this.#isArray(type)) return this.#refer(type, () => this.#writeArray(type))
    const replaced = side.findReplacement(project, type)
    if (replaced !== undefined) return this.#writeReplacement(replaced)
    return this.#writeInstance(type)
  }

  /** What `toJSON` returns is not asked for its own. */
  #writeReplacement(type: ts.Type): JsonSchema {
    const isObject = (type.flags & this.project.compiler.ts.TypeFlags.Object) !== 0
    const isKnown = isDate(this.project, type) || this.#isArray(type)
    return isObject && !isKnown ? this.#writeInstance(type) : this.write(type)
  }

  #writeInstance(type: ts.Type): JsonSchema {
    const { project, side } = this
    const element = findElement(project, type)
    if (element !== undefined) return { type: 'array', items: this.writeElement(element) }
    const name = side.findInstance(project, type)
    if (name !== undefined) return side.instance(name, {}, this.#place)
    if (hasUnknownBase(project, type)) return side.unresolved(this.#place)
    if (isAnyObject(this, type)) return side.anything
    return this.#refer(type, () => writeMembers(this, type))
  }

  #writeArray(type: ts.Type): JsonSchema {
    const isTuple = this.project.checker.isTupleType(type)
    return isTuple ? tupleSchema(this, type as ts.TupleTypeReference) : this.#writeInstance(type)
  }

  #writeLeaf(type: ts.Type): JsonSchema {
    const { TypeFlags } = this.project.compiler.ts
    const rows: readonly (readonly [flags: number, write: () => JsonSchema])[] = [
      [TypeFlags.Undefined | TypeFlags.Void, () => absent],
      [TypeFlags.Never, () => ({ not: {} })],
      [TypeFlags.BigIntLike, () => this.side.instance('BigInt', bigintSchema(type), this.#place)],
      [TypeFlags.ESSymbolLike, () => this.side.instance('Symbol', {}, this.#place)],
      [TypeFlags.NonPrimitive, () => this.side.anyObject],
      [TypeFlags.TemplateLiteral, () => this.#writeTemplate(type as ts.TemplateLiteralType)],
      [TypeFlags.StringMapping, () => ({ type: 'string' })],
      [TypeFlags.Instantiable, () => this.#writeConstraint(type)],
      // An enum with a computed member is a number, of which no more is known.
      [TypeFlags.Enum, () => ({ type: 'number' })],
    ]
    const row = rows.find(([flags]) => (type.flags & flags) !== 0)
    return row === undefined ? this.#writePlain(type) : row[1]()
  }

  #writeTemplate(type: ts.TemplateLiteralType): JsonSchema {
    return { type: 'string', pattern: templatePattern(this.project, type) }
  }

  /** A type parameter that nothing binds is what it extends. */
  #writeConstraint(type: ts.Type): JsonSchema {
    const constraint = this.project.checker.getBaseConstraintOfType(type)
    return constraint === undefined || constraint === type ? {} : this.write(constraint)
  }

  #refer(type: ts.Type, write: () => JsonSchema): JsonSchema {
    const { depth, count } = this.#definitions
    if (depth >= maxDepth || count >= maxCount) {
      this.#isEndless = true
      return this.side.endless(this.#place)
    }
    const symbol = this.#nameSymbol(type)
    const reference = this.#definitions.refer(type, symbol?.name, write)
    const description = findDescription(this.project, symbol)
    return description === undefined ? reference : { ...reference, description }
  }

  /** The alias, class or interface that names a type; none for a type written in place or by a type of the language. */
  #nameSymbol(type: ts.Type): ts.Symbol | undefined {
    const { ts } = this.project.compiler
    const named = ts.SymbolFlags.Class | ts.SymbolFlags.Interface
    const symbol = type.symbol as ts.Symbol | undefined
    const own = symbol !== undefined && (symbol.flags & named) !== 0 ? symbol : undefined
    const name = type.aliasSymbol ?? own
    const files = (name?.declarations ?? []).map((node) => node.getSourceFile())
    const isOfLanguage = files.some((file) => this.project.program.isSourceFileDefaultLibrary(file))
    return isOfLanguage ? undefined : name
  }
}

function bigintSchema(type: ts.Type): JsonSchema {
  const { value } = type as Partial<ts.BigIntLiteralType>
  if (value === undefined) return bigintText
  return { type: 'string', const: `${value.negative ? '-' : ''}${value.base10Value}` }
}
