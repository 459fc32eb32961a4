import { deepFreeze } from '../../schema/deep-freeze.js'
import type { JsonObject } from '../../schema/json.js'
import type { Admission, AdmittedArguments } from '../../tools/tool-definition.js'
import type { IssueList } from '../input/issue-list.js'

/** Arguments that passed; the copy is frozen when it is first read. */
class Admitted implements AdmittedArguments {
  readonly repaired: readonly string[]
  readonly #json: JsonObject
  #isFrozen = false

  constructor(json: JsonObject, repaired: readonly string[]) {
    this.#json = json
    this.repaired = repaired
  }

  get json(): JsonObject {
    if (!this.#isFrozen) deepFreeze(this.#json)
    this.#isFrozen = true
    return this.#json
  }

  /** The copy, for who only reads it: most calls are over before anybody else looks. */
  static read(admitted: AdmittedArguments): JsonObject {
    return #json in admitted ? admitted.#json : admitted.json
  }
}

/** The admission of a copy that nobody else holds. */
export function admitted(json: JsonObject, repaired: readonly string[]): Admission {
  return { status: 'admitted', admitted: new Admitted(json, repaired) }
}

/** The refusal for the reasons collected. */
export function refused(issues: IssueList): Admission {
  return { status: 'refused', issues: issues.toArray() }
}

/** The canonical arguments for who changes nothing in them; they are not frozen for that. */
export function readAdmitted(admitted: AdmittedArguments): JsonObject {
  return Admitted.read(admitted)
}
