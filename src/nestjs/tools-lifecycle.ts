import type { OnApplicationBootstrap, OnModuleDestroy, OnModuleInit } from '@nestjs/common'
import type { ModulesContainer } from '@nestjs/core'

import type { CallGate } from './calls/call-gate.js'
import type { McpEndpoints } from './mcp/mcp-endpoints.js'
import type { ToolsModuleOptions } from './tools-module-options.js'

/** What follows the life of an application. */
export interface LifecycleParts {
  readonly gate: CallGate
  readonly endpoints: McpEndpoints
  readonly modules: ModulesContainer
  readonly options: ToolsModuleOptions
}

/** Lets calls in when the application has started, and waits for them when it stops. */
export class ToolsLifecycle implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  readonly #parts: LifecycleParts
  #stopping: Promise<void> | undefined

  constructor(parts: LifecycleParts) {
    this.#parts = parts
  }

  /** @throws DefinitionError when an MCP controller cannot serve. */
  async onModuleInit(): Promise<void> {
    await this.#parts.endpoints.open()
    this.#stopFirst()
  }

  onApplicationBootstrap(): void {
    this.#parts.gate.open()
  }

  onModuleDestroy(): Promise<void> {
    return (this.#stopping ??= this.#stop())
  }

  async #stop(): Promise<void> {
    await this.#parts.gate.close(this.#parts.options.drainMs ?? 10_000)
    await this.#parts.endpoints.close()
  }

  /** Nest stops global modules last, when what calls still need is closed already; the root module is the first. */
  #stopFirst(): void {
    const modules = [...this.#parts.modules.values()]
    const [root] = modules.toSorted((one, other) => one.distance - other.distance)
    const hook = { onModuleDestroy: () => this.onModuleDestroy() }
    const token = Symbol('tallystick.stop')
    root?.addProvider({ provide: token, useValue: hook })
    // Inside a module Nest 12 stops what others need last, by this number; Nest 11 stops all of it at once.
    Object.assign(root?.providers.get(token) ?? {}, { hierarchyLevel: Number.MAX_SAFE_INTEGER })
  }
}
