import 'reflect-metadata'
import type { AddressInfo } from 'node:net'

import type { DynamicModule, INestApplication, ModuleMetadata, Provider } from '@nestjs/common'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import { Test, type TestingModuleBuilder } from '@nestjs/testing'
import { onTestFinished } from 'vitest'

import { DefinitionError } from '../../src/errors/definition-error.js'
import { ToolsModule, type ToolsModuleOptions } from '../../src/nestjs/index.js'
import { ToolRegistry } from '../../src/registry/tool-registry.js'
import type { ToolContextInit } from '../../src/tools/context-init.js'
import type { ToolClass } from '../../src/tools/constructor.js'

/** What an application of a test is made of. */
export interface AppParts extends ModuleMetadata {
  readonly options?: ToolsModuleOptions
  /** Overrides of the testing module. */
  readonly override?: (builder: TestingModuleBuilder) => TestingModuleBuilder
}

/** A testing module with these tools, not started yet. */
export function compile({ options, override = (same) => same, ...metadata }: AppParts) {
  const imports = [ToolsModule.forRoot(options), ...(metadata.imports ?? [])]
  return override(Test.createTestingModule({ ...metadata, imports })).compile()
}

/** A started application without a server, and how its tools are called. */
export async function start(parts: AppParts) {
  const app = await compile(parts)
  await app.init()
  onTestFinished(() => app.close())
  const registry = app.get(ToolRegistry)
  const call = async (tool: string, input: unknown = {}, context: ToolContextInit = {}) => {
    const outcome = await registry.dispatch(tool, input, context)
    return outcome.status === 'output' ? outcome.value : outcome
  }
  return { app, registry, call }
}

/** A module whose tools get these services. */
export function feature(
  name: string,
  tools: readonly ToolClass[],
  metadata: { providers?: Provider[] } & ModuleMetadata = {},
): DynamicModule {
  const module = { [name]: class {} }[name] ?? class {}
  const imports = [ToolsModule.forFeature(tools), ...(metadata.imports ?? [])]
  return { ...metadata, module, imports }
}

/** What a start-up throws, each problem in a line. */
export async function problemsOf(starting: Promise<unknown>): Promise<readonly string[]> {
  const error = await starting.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!DefinitionError.is(error)) throw error instanceof Error ? error : new Error('It started.')
  return error.problems.map(({ subject, message, fix }) => `${subject}: ${message} ${fix}`)
}

export const servers = ['Express', 'Fastify'] as const

/** How an application that listens is set up. */
export interface ServedParts extends AppParts {
  readonly server: (typeof servers)[number]
  readonly application?: { readonly bodyParser?: boolean; readonly rawBody?: boolean }
  readonly configure?: (app: INestApplication) => unknown
}

/** An application that listens on a port of its own. */
export async function serve({ server, application = {}, configure, ...parts }: ServedParts) {
  const module = await compile(parts)
  const closing = { forceCloseConnections: true }
  const adapter = server === 'Express' ? new ExpressAdapter() : new FastifyAdapter(closing)
  const app: INestApplication = module.createNestApplication(adapter, {
    ...{ logger: false, ...closing },
    ...application,
  })
  configure?.(app)
  await app.listen(0, '127.0.0.1')
  onTestFinished(() => app.close())
  const { port } = (app.getHttpServer() as { address: () => AddressInfo }).address()
  return { app, registry: app.get(ToolRegistry), url: `http://127.0.0.1:${port.toString()}` }
}
