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
    prepare: (admitted, context) => prepare({ admitted, context }, runCall),
    prepareResume:
      resume &&
      ((admitted, context, input) =>
        // The schema of the question is what makes the answer what the method takes.
        prepare({ admitted, context }, (instance, called) =>
          instance.resume?.(called, input as never),
        )),
    prepareReconcile:
      reconcile && ((admitted, context) => prepare({ admitted, context }, runReconcile)),
  }
}

const runCall: BodyRunner = (instance, context) => instance.call(context)
const runReconcile: BodyRunner = (instance, context) => instance.reconcile?.(context)

type BodyRunner = (instance: ToolBody, context: ToolContext) => unknown

/** What an instance is made for. */
interface Given {
  readonly admitted: AdmittedArguments
  readonly context: ToolContext
}

type BodyMaker = (given: Given, run: BodyRunner) => PreparedBody | Promise<PreparedBody>

function bodyMaker(
  toolClass: ToolClass,
  { instances, args, getOutputSchema }: ClassBodyParts,
): BodyMaker {
  return ({ admitted, context }, run) => {
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
