import { tokenText } from '../../container/classes/class-name.js'
import type { DefinitionProblem } from '../../errors/definition-error.js'
import type { Dependency } from './dependencies.js'
import { moduleName, type NestModule } from './nest-container.js'

/** What the compiler records where the type is no class. */
const noClasses: readonly unknown[] = [
  ...[Object, String, Number, Boolean, Array, Function, Symbol, BigInt, Promise],
]

/** Says what is missing, and what to do about it in this application. */
export function unresolvable(
  { subject, modules }: { readonly subject: string; readonly modules: readonly NestModule[] },
  dependency: Dependency,
  module: NestModule,
): DefinitionProblem {
  const { place, token, isUnrecorded } = dependency
  if (isUnrecorded) {
    const message = `${place} has no injection metadata; the compiler emits none (esbuild and tsx never do).`
    const fix = 'Write @Inject(Token) before the parameter, or compile with emitDecoratorMetadata.'
    return { subject, message, fix }
  }
  if (token === undefined) {
    const message = `the service of ${place} was undefined when the class was declared, as in an import cycle.`
    const fix = 'Write @Inject(forwardRef(() => Token)), or break the cycle of imports.'
    return { subject, message, fix }
  }
  if (noClasses.includes(token)) {
    const message = `the type of ${place} is no class at run time (an interface, a primitive, or a class imported with \`import type\`).`
    const fix = 'Write @Inject(Token), or import the class with a plain `import`.'
    return { subject, message, fix }
  }
  const message = `${place}, ${tokenText(token)}, is not available in ${moduleName(module)}.`
  return { subject, message, fix: fixFor(token, module, modules) }
}

function fixFor(token: unknown, module: NestModule, modules: readonly NestModule[]): string {
  const [name, here] = [tokenText(token), moduleName(module)]
  const owner = modules.find(({ providers }) => providers.has(token as never))
  if (owner === undefined) {
    return `Add ${name} to the providers of ${here}, or import a module that exports it there; or mark it @Optional().`
  }
  const there = moduleName(owner)
  const isExported = owner.exports.has(token as never)
  if (isExported) return `Add ${there}, which exports it, to the imports of ${here}.`
  return `Add ${name} to the exports of ${there}, and ${there} to the imports of ${here}.`
}
