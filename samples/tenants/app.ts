import 'reflect-metadata'
import { Container } from 'inversify'
import {
  discoverTools,
  ScopedToolLayer,
  toolModule,
  type ToolRegistry,
  type ToolScope,
} from 'tallystick'
import { TenantDatabase } from './database/tenant-database.js'
import type { AppLogin } from './database/warehouse-schema.js'
import { Stock } from './stock/stock.js'
import { AddCrate } from './tools/add-crate.js'
import { FindCrates } from './tools/find-crates.js'
import { MoveCrate } from './tools/move-crate.js'
import { Report } from './tools/report.js'

/** How the service reaches its database. */
export interface WarehouseAppOptions {
  readonly login: AppLogin
  /** How many connections its calls share. */
  readonly connections: number
  /**
   * Another scope in place of the database's own, for who wants to see what goes wrong then.
   * @defaultValue the database itself
   */
  readonly scope?: ((database: TenantDatabase) => ToolScope) | undefined
}

/** The running service. */
export interface WarehouseApp {
  readonly database: TenantDatabase
  /** What each call runs in. */
  readonly scope: ToolScope
  /** All tools. */
  readonly registry: ToolRegistry
  /** What the agent at the desk may call. */
  readonly clerk: ToolRegistry
  /** What the agent that only looks may call. */
  readonly auditor: ToolRegistry
  readonly close: () => Promise<void>
}

/** Wires database, services and tools; both agents get a view of the one registry, its scope included. */
export function createWarehouseApp(options: WarehouseAppOptions): WarehouseApp {
  const database = new TenantDatabase(options.login, options.connections)
  const container = new Container()
  container.bind(TenantDatabase).toConstantValue(database)
  container.bind(Stock).toSelf().inSingletonScope()
  container.load(toolModule(FindCrates, AddCrate, MoveCrate, Report))
  const scope = options.scope?.(database) ?? database
  const registry = discoverTools(container).layer(new ScopedToolLayer(scope))
  return {
    database,
    scope,
    registry,
    clerk: registry.restrictTo(['warehouse/find_crates', 'warehouse/add_crate']),
    auditor: registry.restrictTo(['warehouse/find_crates', 'warehouse/report']),
    close: () => database.close(),
  }
}
