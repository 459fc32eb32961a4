// This room turns a class into a schema and a model's JSON into that class's properties, or refuses it. It knows
// nothing of registries, layers or containers. It alone imports class-validator and class-transformer.
import { deepFreeze } from '../schema/deep-freeze.js'
import type { JsonSchema, ObjectSchema } from '../schema/json-schema.js'
import type { Constructor } from '../tools/constructor.js'
import type { Admission, AdmittedArguments } from '../tools/tool-definition.js'
import { askRules } from './rules/ask-rules.js'
import { resolveLimits, type AdmitLimits } from './input/admit-limits.js'
import { ClassAdmission } from './class-admission.js'
import { classSchema } from './schema/class-schema.js'
import { readClassShape } from './shape/class-shape.js'
import { findDefault } from './admit/defaults.js'
import { createBareView } from './admit/hydrate.js'
import { probeToolClass, type ContainerProbe } from './shape/initialisers.js'
import type { ReadOptions } from './admit/reading.js'
import type { ClassShape } from './shape/shape.js'

/** How a class's arguments are read. */
export interface ArgumentOptions {
  /**
   * What `null` means for an `@IsOptional` argument without `@Nullable`: refused, read as absent, or kept as
   * class-validator does.
   * @defaultValue `'refuse'`
   */
  readonly optionalNull?: ReadOptions['optionalNull'] | undefined
  readonly limits?: Partial<AdmitLimits> | undefined
  readonly repairJsonStrings: boolean
  /** Makes one instance through the container, for a constructor that cannot be probed with stubs. */
  readonly createProbe?: (() => ContainerProbe) | undefined
  /** The static type of the class, for the descriptions its comments give. */
  readonly staticType?: JsonSchema | undefined
}

/** The arguments of one class. What is wrong with the class is thrown when it is first used. */
export interface ClassArguments {
  /** @throws DefinitionError with every problem of the class and of those it nests. */
  readonly schema: ObjectSchema
  /**
   * The class as its decorators describe it.
   * @throws DefinitionError as `schema` does.
   */
  readonly shape: ClassShape
  /** How input is read against it. */
  readonly readOptions: ReadOptions
  /** Why the class is not compiled, in words for its author; undefined for one that is. */
  readonly obstacle: string | undefined
  admit(input: unknown): Admission | Promise<Admission>
  assignTo(instance: object, admitted: AdmittedArguments): void
  /** The arguments as the methods of the class see them, on an object that no constructor and no container made. */
  createBareView(admitted: AdmittedArguments): object
}

/**
 * The arguments of a tool class, read on first use.
 *
 * @param subject - what to call the class in errors.
 */
export function classArguments(
  target: Constructor,
  subject: string,
  options: ArgumentOptions,
): ClassArguments {
  const readOptions = toReadOptions(options)
  let shape: ClassShape | undefined
  let schema: ObjectSchema | undefined
  const getShape = (): ClassShape =>
    (shape ??= readClassShape(target, subject, (toolClass) =>
      probeToolClass(toolClass, options.createProbe),
    ))
  const admission = new ClassAdmission(getShape, readOptions)
  return {
    get schema() {
      return (schema ??= deepFreeze(
        classSchema(getShape(), { ...readOptions, staticType: options.staticType }),
      ))
    },
    get shape() {
      return getShape()
    },
    readOptions,
    get obstacle() {
      return admission.obstacle
    },
    admit: (input) => admission.admit(input),
    assignTo: (instance, given) => {
      admission.assignTo(instance, given)
    },
    createBareView: ({ json }) => createBareView(getShape(), json),
  }
}

function toReadOptions(options: ArgumentOptions): ReadOptions {
  return {
    optionalNull: options.optionalNull ?? 'refuse',
    repairJsonStrings: options.repairJsonStrings,
    limits: resolveLimits(options.limits),
    judge: askRules,
    findDefault,
  }
}
