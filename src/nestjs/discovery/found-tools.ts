import type { DefinitionProblem } from '../../errors/definition-error.js'
import { subjectOf } from '../../container/classes/class-name.js'
import { isClass, notAClass } from '../../container/classes/given-class.js'
import { readTools } from '../../metadata/tool-metadata.js'
import { describeClass } from '../../registry/define/check-tool-class.js'
import type { ToolClass } from '../../tools/constructor.js'
import { moduleName, type NestModule, type NestProvider } from './nest-container.js'
import { findFeatureList, placeholder } from './feature-tools.js'

/** A tool class, the module whose services its instances get, and the provider that says how they are made. */
export interface FoundTool {
  readonly toolClass: ToolClass
  readonly host: NestModule
  readonly provider: NestProvider
}

/** What was found. */
export interface FoundTools {
  /** Each identity once. */
  readonly tools: readonly FoundTool[]
  readonly problems: readonly DefinitionProblem[]
}

/**
 * Finds the tool classes among the providers of an application: by their `@Tool`, wherever they are exported to, and
 * whatever `forFeature` was given.
 */
export function findTools(
  providers: readonly NestProvider[],
  modules: readonly NestModule[],
): FoundTools {
  const found = providers.flatMap((provider) => {
    const toolClass = findToolClass(provider)
    if (toolClass === undefined) return []
    return hostsOf(provider, modules).map((host) => ({ toolClass, host, provider }))
  })
  const { tools, problems } = sortFound(found)
  return { tools, problems: [...modules.flatMap(listProblems), ...problems] }
}

function listProblems(module: NestModule): readonly DefinitionProblem[] {
  const given = findFeatureList(module) ?? []
  return given
    .filter((value) => !isClass(value))
    .map((value) => notAClass('ToolsModule.forFeature', value))
}

/** The class that was asked for tells the tool; a test may have put another in its place. */
function findToolClass({ token, metatype, inject, host }: NestProvider): ToolClass | undefined {
  if (isToolClass(token) || isListed(token, host)) return token
  return (inject ?? undefined) === undefined && isToolClass(metatype) ? metatype : undefined
}

function isToolClass(value: unknown): value is ToolClass {
  return typeof value === 'function' && readTools(value).length > 0
}

/** What `forFeature` was given is meant to be a tool, so that a class without `@Tool` must not pass unnoticed. */
function isListed(token: unknown, host: NestModule | undefined): token is ToolClass {
  return host !== undefined && findFeatureList(host)?.includes(token) === true
}

/** The tools of `forFeature` belong to whoever imports it. */
function hostsOf({ host }: NestProvider, modules: readonly NestModule[]): readonly NestModule[] {
  if (host === undefined) return []
  if (findFeatureList(host) === undefined) return [host]
  return modules.filter(({ imports }) => imports.has(host))
}

function sortFound(found: readonly FoundTool[]): FoundTools {
  const byIdentity = new Map<string, FoundTool>()
  const problems: DefinitionProblem[] = []
  for (const tool of found) {
    const subject = subjectOf(tool.toolClass)
    const earlier = byIdentity.get(subject)
    if (earlier === undefined) byIdentity.set(subject, tool)
    else if (!isSame(earlier, tool)) problems.push(declaredTwice(subject, earlier, tool))
  }
  return { tools: [...byIdentity.values()], problems }
}

/** One module may say of one class twice that it is its tool. */
function isSame(one: FoundTool, other: FoundTool): boolean {
  return one.toolClass === other.toolClass && one.host === other.host
}

function declaredTwice(subject: string, one: FoundTool, other: FoundTool): DefinitionProblem {
  const place = ({ toolClass, host }: FoundTool): string =>
    `${describeClass(toolClass)} in ${moduleName(host)}`
  return {
    subject,
    message: `it is declared twice: by ${place(one)} and by ${place(other)}.`,
    fix:
      one.toolClass === other.toolClass
        ? 'Give the class to one module; every registry user reaches it from there.'
        : 'Rename one of the two tools.',
  }
}

/** How the instances of a tool are made, where a test put something in the place of its class. */
export type ToolMaker =
  | { readonly useClass: ToolClass }
  | { readonly useFactory: (...services: never[]) => unknown; readonly inject: readonly unknown[] }

/** What the provider of a tool says, as another provider can say it. */
export function makerOf({ toolClass, provider }: FoundTool): ToolMaker {
  const { metatype, inject } = provider
  if (Array.isArray(inject)) return { useFactory: metatype as () => unknown, inject }
  if (typeof metatype === 'function') return { useClass: metatype as ToolClass }
  const value = provider.instance as object
  if (value === placeholder) return { useClass: toolClass }
  // A value is one for all; each call gets an object of its own over it.
  return { useFactory: () => Object.create(value) as object, inject: [] }
}
