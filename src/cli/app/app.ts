import { dirname, resolve } from 'node:path'

import { discoverTools } from '../../container/discover-tools.js'
import { ToolRegistry } from '../../registry/tool-registry.js'
import { DefinitionError } from '../../errors/definition-error.js'
import { CommandFailure, exitCodes } from '../command-failure.js'

type Container = Parameters<typeof discoverTools>[0]

/** The app a command works on. */
export interface App {
  /** The module it came from. */
  readonly file: string
  readonly registry: ToolRegistry
  /** Where its manifest is, if the app says so; absolute. */
  readonly manifest: string | undefined
  /** Where the facts of its types are, if the app says so; absolute. */
  readonly facts: string | undefined
}

/** What a module may export, by name or together as its default. */
interface AppExports {
  readonly registry?: unknown
  readonly container?: unknown
  readonly manifest?: unknown
  readonly facts?: unknown
}

/**
 * The app that a module exports: `registry` or `container`, by name or as its default, or a function that gives one of
 * them; and optionally the paths `manifest` and `facts`, relative to the module.
 *
 * @throws CommandFailure when it exports none of them.
 * @throws DefinitionError when the container's tools cannot be discovered.
 */
export async function toApp(file: string, module: object): Promise<App> {
  const exported = await readExports(module).catch((cause: unknown) => {
    if (DefinitionError.is(cause)) throw cause
    const reason = cause instanceof Error ? cause.message : 'no error was thrown.'
    const message = `${file}: what it exports failed when it was asked for the app: ${reason}`
    throw new CommandFailure(message, { exitCode: exitCodes.failed, cause })
  })
  const path = (name: 'manifest' | 'facts'): string | undefined =>
    toPath(file, name, exported[name])
  const facts = path('facts')
  const registry = toRegistry(file, exported, facts)
  return { file, registry, manifest: path('manifest'), facts }
}

async function readExports(module: object): Promise<AppExports> {
  const named: AppExports & { readonly default?: unknown } = module
  const all = { ...named, ...toExports(await call(named.default)) }
  return { ...all, registry: await call(all.registry), container: await call(all.container) }
}

/** A default export is a registry, a container, or an object that holds one of them. */
function toExports(value: unknown): AppExports {
  if (isRegistry(value)) return { registry: value }
  if (isContainer(value)) return { container: value }
  return isObject(value) ? value : {}
}

/** A function or a promise stands for what it gives. */
function call(exported: unknown): unknown {
  return typeof exported === 'function' ? (exported as () => unknown)() : exported
}

function toRegistry(file: string, exported: AppExports, facts: string | undefined): ToolRegistry {
  const { registry, container } = exported
  if (registry instanceof ToolRegistry) return registry
  if (isRegistry(registry)) {
    throw new CommandFailure(
      `${file}: its registry was made by another copy of tallystick than this command. ` +
        'Run the command of the project: npx tallystick.',
    )
  }
  if (isContainer(container)) return discoverTools(container, { facts })
  throw new CommandFailure(
    `${file}: it exports neither a registry nor a container. ` +
      'Export `registry` (what discoverTools returned) or `container`, or make one of them the default export.',
  )
}

function toPath(file: string, name: string, path: unknown): string | undefined {
  if (path === undefined) return undefined
  if (typeof path === 'string' && path !== '') return resolve(dirname(file), path)
  throw new CommandFailure(`${file}: its export \`${name}\` is not a path. Export a text.`)
}

function isRegistry(value: unknown): boolean {
  return hasMethods(value, ['dispatch', 'descriptors', 'restrictTo'])
}

function isContainer(value: unknown): value is Container {
  return hasMethods(value, ['bind', 'get', 'getAll', 'isBound'])
}

function hasMethods(value: unknown, names: readonly string[]): boolean {
  return (
    isObject(value) &&
    names.every((name) => typeof (value as Record<string, unknown>)[name] === 'function')
  )
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
