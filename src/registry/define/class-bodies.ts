import type { ClassArguments } from '../../arguments/class-arguments.js'
import type { ToolBody, ToolClass } from '../../tools/constructor.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type {
  AdmittedArguments,
  PreparedBody,
  ToolDefinition,
} from '../../tools/tool-definition.js'
import type { ToolInstances } from '../../tools/tool-instances.js'

/** What the bodies of a class are made with. */
export interface ClassBodyParts {
  readonly instances: ToolInstances
  readonly args: ClassArguments
  readonly getOutputSchema: () => unknown
}

/** What runs of a tool class: each time on a fresh instance with the admitted arguments. */
export function classBodies(
  toolClass: ToolClass,
  parts: ClassBodyParts,
): Pick<ToolDefinition, 'prepare' | 'prepareResume' | 'prepareReconcile'> {
  const { resume, reconcile } = toolClass.prototype as Partial<ToolBody>
  const prepare = bodyMaker(toolClass, parts)
  return {
    prepare: (...given) => prepare(given, (instance, context) => instance.call(context)),
    prepareResume:
      resume &&
      ((admitted, context, input) =>
        // The schema of the question is what makes the answer what the method takes.
        prepare([admitted, context], (instance, called) =>
          instance.resume?.(called, input as never),
        )),
    prepareReconcile:
      reconcile &&
      ((...given) => prepare(given, (instance, context) => instance.reconcile?.(context))),
  }
}

type BodyMaker = (
  given: readonly [AdmittedArguments, ToolContext],
  run: (instance: ToolBody, context: ToolContext) => unknown,
) => PreparedBody | Promise<PreparedBody>

function bodyMaker(
  toolClass: ToolClass,
  { instances, args, getOutputSchema }: ClassBodyParts,
): BodyMaker {
  return ([admitted, context], run) => {
    // A broken output schema must show before the body runs, not after.
    getOutputSchema()
    const toBody = (instance: ToolBody): PreparedBody => {
      args.assignTo(instance, admitted)
      return (called) => run(instance, called)
    }
    const created = instances.create(toolClass, context)
    return created instanceof Promise ? created.then(toBody) : toBody(created)
  }
}
