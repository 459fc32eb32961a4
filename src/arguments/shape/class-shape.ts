import { DefinitionError, type DefinitionProblem } from '../../errors/definition-error.js'
import { quoteName } from '../../errors/quoted-name.js'
import { findDescription } from '../../metadata/property-metadata.js'
import type { Constructor } from '../../tools/constructor.js'
import { assertSameCopy, findExpose, findTransforms } from '../rules/class-transformer-records.js'
import { readRules, type Rule } from '../rules/class-validator-rules.js'
import { findProbedValue, probeNestedClass, toInitialValue, type Probes } from './initialisers.js'
import {
  memberProblems,
  methodsInProperties,
  ruleProblems,
  uncheckedProperties,
  type PropertyProblem,
  type PropertyReading,
} from './property-problems.js'
import { toSubject } from './problem-subject.js'
import { readValueShape } from './value-shape.js'
import type { ClassShape, InitialValue, PropertyShape, ValueShape } from './shape.js'

/** A shape while its properties are being read. */
interface OpenShape extends ClassShape {
  readonly properties: PropertyShape[]
  readonly byKey: Map<string, PropertyShape>
}

/** One reading of a class and of all it nests. */
interface Reading {
  readonly subject: string
  /** The class that was asked for; the subject stands for it. */
  readonly root: Constructor
  readonly problems: DefinitionProblem[]
  /** What constructors threw, for the operator. */
  readonly causes: unknown[]
  readonly shapes: Map<Constructor, OpenShape>
}

/**
 * Reads the shape of a class and of the classes it nests.
 *
 * @param subject - what to call the class in errors, for example `ledger/transfer`.
 * @throws DefinitionError with every problem of the class and of the classes it nests.
 */
export function readClassShape(
  target: Constructor,
  subject: string,
  probe: (target: Constructor) => Probes,
): ClassShape {
  assertSameCopy()
  const reading: Reading = { subject, root: target, problems: [], causes: [], shapes: new Map() }
  const shape = readShape(reading, target, probe)
  if (reading.problems.length > 0) throw toDefinitionError(reading)
  return shape
}

function readShape(
  reading: Reading,
  target: Constructor,
  probe: (target: Constructor) => Probes,
): ClassShape {
  const known = reading.shapes.get(target)
  if (known !== undefined) return known
  const shape: OpenShape = { target, properties: [], byKey: new Map() }
  reading.shapes.set(target, shape)
  const rules = readRules(target)
  report(reading, target, uncheckedProperties(target, rules))
  const probes = rules.size === 0 ? undefined : tryProbe(reading, target, probe)
  if (probes !== undefined && target === reading.root) {
    report(reading, target, methodsInProperties(probes))
  }
  for (const [property, own] of rules) {
    addProperty(reading, shape, readProperty(reading, { target, property, rules: own, probes }))
  }
  return shape
}

/** The instances of the probe; a report and undefined where the class cannot be constructed. */
function tryProbe(
  reading: Reading,
  target: Constructor,
  probe: (target: Constructor) => Probes,
): Probes | undefined {
  try {
    return probe(target)
  } catch (cause) {
    reading.causes.push(cause)
    const problem = {
      property: undefined,
      message:
        'its constructor throws (see the cause), so what its initialisers give is not known.',
      fix: 'Let the constructor only store what it is given.',
    }
    report(reading, target, [problem])
    return undefined
  }
}

function toDefinitionError({ problems, causes }: Reading): DefinitionError {
  const [cause] = causes
  return new DefinitionError(problems, causes.length === 0 ? undefined : { cause })
}

function readProperty(reading: Reading, own: PropertyReading): PropertyShape {
  const { target, property, rules, probes } = own
  const probed = probes && findProbedValue(probes, property)
  report(reading, target, memberProblems(own, probed))
  report(reading, target, ruleProblems(own))
  const value = readValue(reading, own)
  const initial = probed && toInitialValue(probed, value)
  return {
    target,
    property,
    key: findExpose(target, property)?.options.name ?? property,
    rules,
    value,
    presence: findPresence(rules, initial),
    isNullable: rules.some((rule) => rule.kind === 'nullable'),
    initial,
    description: findDescription(target, property),
    transforms: findTransforms(target, property),
  }
}

function readValue(reading: Reading, { target, property, rules }: PropertyReading): ValueShape {
  return readValueShape({
    target,
    property,
    rules,
    report: (message, fix) => {
      report(reading, target, [{ property, message, fix }])
    },
    readNested: (nested) => readShape(reading, nested, probeNestedClass),
  })
}

function findPresence(
  rules: readonly Rule[],
  initial: InitialValue | undefined,
): PropertyShape['presence'] {
  if (initial !== undefined || rules.some((rule) => rule.kind === 'optional')) return 'optional'
  return rules.some((rule) => rule.kind === 'condition') ? 'conditional' : 'required'
}

function addProperty(reading: Reading, shape: OpenShape, property: PropertyShape): void {
  if (shape.byKey.has(property.key)) {
    const message = `another argument is also named ${quoteName(property.key)}.`
    const fix = 'Give them different names in @Expose({ name }).'
    report(reading, shape.target, [{ property: property.property, message, fix }])
  }
  shape.properties.push(property)
  shape.byKey.set(property.key, property)
}

function report(reading: Reading, target: Constructor, problems: readonly PropertyProblem[]): void {
  for (const { property, message, fix } of problems) {
    const owner = target === reading.root ? undefined : target.name
    const subject = toSubject(reading.subject, { owner, property })
    reading.problems.push({ subject, message, fix })
  }
}
