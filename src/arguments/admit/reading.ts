import type { JsonObject, JsonValue } from '../../schema/json.js'
import type { Constructor } from '../../tools/constructor.js'
import type { AdmitLimits } from '../input/admit-limits.js'
import type { Verdict } from '../rules/verdict.js'
import type { ClassShape, PropertyShape } from '../shape/shape.js'
import type { IssueList } from '../input/issue-list.js'
import type { RepairBudget } from '../input/repair-budget.js'

/** How JSON is read against a shape. */
export interface ReadOptions {
  /** What `null` means for an `@IsOptional` argument without `@Nullable`. */
  readonly optionalNull: 'refuse' | 'absent' | 'keep'
  readonly repairJsonStrings: boolean
  readonly limits: AdmitLimits
  /** Asks the rules of a class about an object that has its methods. */
  readonly judge: (target: Constructor, judged: object) => Verdict
  /** The constant a property has when the argument is absent. */
  findDefault(property: PropertyShape): JsonValue | undefined
}

/** One reading of one input. */
export interface Reading {
  readonly options: ReadOptions
  readonly issues: IssueList
  /** Paths at which a JSON text was taken for what it holds. */
  readonly repaired: string[]
  /** What may still be read of JSON texts. */
  readonly budget: RepairBudget
  /** The objects whose rules are still to be asked, the root first. */
  readonly objects: ReadObject[]
}

/** An object that fits its shape, so far as the shape tells. */
export interface ReadObject {
  readonly shape: ClassShape
  readonly path: string
  /** What class-validator judges. */
  readonly judged: object
  /** Properties the input gave a value. */
  readonly present: ReadonlySet<string>
  /** Properties whose rules are not asked: refused already, or absent with an initialiser. */
  readonly settled: ReadonlySet<string>
}

/** A value as canonical JSON, and as class-validator judges it. */
export interface ReadValue {
  readonly json: JsonValue
  readonly judged: unknown
}

/** A value and where it stands. */
export interface Located<Value extends JsonValue = JsonValue> {
  readonly value: Value
  readonly path: string
}

/** An object to be read; `tag` is the key by which its class was chosen. */
export interface ObjectPlace extends Located<JsonObject> {
  readonly tag?: string
}
