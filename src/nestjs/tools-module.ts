// This room makes tools of the providers of a Nest application, and serves them on its own HTTP server. It is the only one
// that imports Nest and RxJS, and knows no other container.
import {
  ConfigurableModuleBuilder,
  Global,
  Module,
  Scope,
  type ConfigurableModuleAsyncOptions,
  type DynamicModule,
  type Provider,
} from '@nestjs/common'
import { DiscoveryModule, DiscoveryService, ModuleRef, ModulesContainer } from '@nestjs/core'

import { DefinitionError } from '../errors/definition-error.js'
import { ToolRegistry } from '../registry/tool-registry.js'
import type { ToolClass } from '../tools/constructor.js'
import { ToolContext } from '../tools/tool-context.js'
import { createApplicationRegistry } from './application.js'
import { bindReview } from './bind-review.js'
import { CallGate } from './calls/call-gate.js'
import { FeatureBook } from './discovery/feature-book.js'
import { featureTools, findFeatureList } from './discovery/feature-tools.js'
import { McpEndpoints } from './mcp/mcp-endpoints.js'
import { ToolsLifecycle } from './tools-lifecycle.js'
import { assertModuleOptions, type ToolsModuleOptions } from './tools-module-options.js'

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } =
  new ConfigurableModuleBuilder<ToolsModuleOptions>({ moduleName: 'Tools' })
    .setClassMethodName('forRoot')
    .build()

const providers: Provider[] = [
  CallGate,
  FeatureBook,
  {
    provide: ToolRegistry,
    inject: [
      ...[MODULE_OPTIONS_TOKEN, DiscoveryService, ModulesContainer, ModuleRef, CallGate],
      FeatureBook,
    ],
    useFactory: createRegistry,
  },
  { provide: ToolContext, scope: Scope.REQUEST, useFactory: refuseOutsideOfCall },
  {
    provide: McpEndpoints,
    inject: [ToolRegistry, DiscoveryService],
    useFactory: (registry: ToolRegistry, discovery: DiscoveryService) =>
      new McpEndpoints(registry, discovery),
  },
  {
    provide: ToolsLifecycle,
    inject: [MODULE_OPTIONS_TOKEN, ModulesContainer, CallGate, McpEndpoints],
    useFactory: (
      ...[options, modules, gate, endpoints]: [
        ToolsModuleOptions,
        ModulesContainer,
        CallGate,
        McpEndpoints,
      ]
    ) => new ToolsLifecycle({ options, modules, gate, endpoints }),
  },
]

/**
 * The tools of a Nest application. `forRoot` or `forRootAsync` stands in the root module and gives every module the
 * `ToolRegistry` to inject; `forFeature` in the module whose services its tools inject. Tool classes among the `providers`
 * of a module are found as well.
 *
 * Every attempt of a call gets a fresh instance by Nest's container, in a scope of its own: request-scoped services are
 * made for it, transient ones for whoever injects them, singletons are shared. `REQUEST` is the `ToolContext` of the call,
 * which request-scoped services may also inject by its class. A `ToolRegistry` injected there is the view of the call.
 *
 * @example
 * ```ts
 * @Module({ imports: [ToolsModule.forFeature([PlaceOrder])], providers: [OrdersService] })
 * export class OrdersModule {}
 *
 * @Module({ imports: [ToolsModule.forRoot(), OrdersModule] })
 * export class AppModule {}
 * ```
 */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers,
  exports: [ToolRegistry, ToolContext, McpEndpoints, FeatureBook],
})
export class ToolsModule extends ConfigurableModuleClass {
  /** The tools of the whole application. Whatever is wrong with them keeps it from starting. */
  static override forRoot(options: ToolsModuleOptions = {}): DynamicModule {
    return super.forRoot(options)
  }

  /** As `forRoot`, with options that a factory or a class with a method `create` makes of services. */
  static override forRootAsync(
    options: ConfigurableModuleAsyncOptions<ToolsModuleOptions>,
  ): DynamicModule {
    return super.forRootAsync(options)
  }

  /** Tools of the module that imports this: their instances get what that module's providers get. */
  static forFeature(classes: readonly ToolClass[]): DynamicModule {
    return featureTools(classes)
  }
}

async function createRegistry(
  ...[options, discovery, modules, moduleRef, gate, book]: [
    ToolsModuleOptions,
    DiscoveryService,
    ModulesContainer,
    ModuleRef,
    CallGate,
    FeatureBook,
  ]
): Promise<ToolRegistry> {
  assertModuleOptions(options)
  assertOnce(modules)
  book.close([...modules.values()].flatMap((module) => [findFeatureList(module) ?? []]))
  const parts = { options, discovery, modules, moduleRef, gate }
  return bindReview(createApplicationRegistry(parts), options)
}

/** @throws DefinitionError when there are two registries, of which a module would get either. */
function assertOnce(modules: ModulesContainer): void {
  const count = [...modules.values()].filter(({ metatype }) => metatype === ToolsModule).length
  if (count === 1) return
  throw new DefinitionError([
    {
      subject: 'ToolsModule.forRoot',
      message: `it is imported ${count.toString()} times.`,
      fix: 'Import it once, in the root module; feature modules import forFeature.',
    },
  ])
}

function refuseOutsideOfCall(): never {
  throw new DefinitionError([
    {
      subject: 'ToolContext',
      message: 'a service that injects it was asked for outside a call.',
      fix: 'Use the service in tools only, or inject REQUEST and tell the two apart.',
    },
  ])
}
