// This room records what an author writes in `@Tool` and `@Describe`, and nothing else: it checks nothing but
// where a decorator stands, and knows no container. What a class shows of itself is read by others, when it is asked for.
import { DefinitionError } from '../errors/definition-error.js'
import { assertLegacyDecorator } from '../metadata/legacy-decorator.js'
import { exposeStandardSchema } from '../metadata/standard-schema-link.js'
import { recordTool } from '../metadata/tool-metadata.js'
import type { ToolClass } from '../tools/constructor.js'
import type { ToolOptions } from '../tools/tool-options.js'

/**
 * Makes a class a tool: its validated properties are the arguments, its `call` is the body.
 * Options are recorded; what is wrong with them is reported by `discoverTools`.
 *
 * @throws DefinitionError when it does not stand on a class, or without `experimentalDecorators`.
 * @example
 * ```ts
 * @Tool({ server: 'clock', name: 'now', mutates: false, description: 'The current time.' })
 * class Now {
 *   call() { return new Date() }
 * }
 * ```
 */
export function Tool(options: ToolOptions): (target: ToolClass) => void {
  return (target: ToolClass, ...more: unknown[]) => {
    assertLegacyDecorator('@Tool', more[0])
    if (typeof target !== 'function' || more.some((argument) => argument !== undefined)) {
      throw new DefinitionError([
        {
          subject: '@Tool',
          message: 'it does not stand on a class.',
          fix: 'Write @Tool above the class that has `call`, not above a member.',
        },
      ])
    }
    recordTool(target, Object.freeze({ ...options }))
    exposeStandardSchema(target)
  }
}
