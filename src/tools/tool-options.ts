import type { JsonSchema } from '../schema/json-schema.js'
import type { Constructor } from './constructor.js'
import type { Effect } from './effect.js'
import type { ToolIcon } from './tool-icon.js'
import type { ToolSource } from './tool-source.js'

/** What `@Tool` records. */
export interface ToolOptions {
  /** The server half of the identity: letters, digits, `_` and `.`. */
  readonly server: string
  /** The name half of the identity, by the same rules. */
  readonly name: string
  /** A short name for people. */
  readonly title?: string | undefined
  /** Pictures for people, shown by clients of MCP. */
  readonly icons?: readonly ToolIcon[] | undefined
  /** What the tool does, for the model. A tool without one is a lint. */
  readonly description?: string | undefined
  /**
   * Whether calling the tool changes the world.
   * @defaultValue `true`
   */
  readonly mutates?: boolean | undefined
  /**
   * The effect, where `mutates` is not enough.
   * @defaultValue `'write'` for `mutates: true`, `'read'` for `mutates: false`
   */
  readonly effect?: Effect | undefined
  /** The name a model emits. Needed where `server__name` is over 64 characters. */
  readonly wireName?: string | undefined
  /** What the body returns: a class with validators, or a JSON Schema. The output is checked against it. */
  readonly output?: Constructor | JsonSchema | undefined
  /** Labels a selector can name. */
  readonly groups?: readonly string[] | undefined
  /**
   * Where the tool comes from.
   * @defaultValue `'builtin'`
   */
  readonly source?: ToolSource | undefined
  /**
   * Marks a tool that steers the agent itself: it is in no group, only its name selects it.
   * @defaultValue `false`
   */
  readonly control?: boolean | undefined
  /**
   * Marks a tool that needs a person at hand.
   * @defaultValue `false`
   */
  readonly interactive?: boolean | undefined
  /**
   * Takes a JSON text for an argument that is declared as an object or array. The terminal event lists what was repaired.
   * @defaultValue what `discoverTools` was told for tools that do not mutate; `false` for tools that do
   */
  readonly repairJsonStrings?: boolean | undefined
  /**
   * The argument that names the effect of a call, by its path in the JSON: `payment.claim_id`, or a JSON Pointer. Two calls
   * with one key are one effect. Instead of the method `idempotencyKey`, not beside it.
   */
  readonly idempotencyKey?: string | undefined
}
