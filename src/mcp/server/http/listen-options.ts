import { assertOptions } from '../../../errors/assert-options.js'
import { basicRules } from '../../../errors/basic-option-rules.js'
import { toRule, type OptionRule } from '../../../errors/option-problems.js'
import { isHostName } from './host-name.js'

/** Where to listen. */
export interface McpListenOptions {
  /** @defaultValue one that is free */
  readonly port?: number | undefined
  /** @defaultValue `'127.0.0.1'`, which only this machine reaches */
  readonly host?: string | undefined
  /** @defaultValue `'/mcp'` */
  readonly path?: string | undefined
}

/** @throws DefinitionError naming every option that is unknown or wrong. */
export function assertListenOptions(options: unknown): void {
  assertOptions('mcpHandler.listen', options, listenRules)
}

/** @throws DefinitionError for what is no number of milliseconds. */
export function assertDrainMs(drainMs: unknown): void {
  assertOptions('McpListener.close', { drainMs }, closeRules)
}

const listenRules = {
  port: toRule(
    'a whole number from 0 to 65535',
    (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 65_535,
  ),
  host: toRule("a host name or address, without scheme and port; '0.0.0.0' for all", isHostName),
  path: toRule("a path as it stands in a URL, such as '/mcp'", isPath),
} satisfies Record<keyof McpListenOptions, OptionRule>

const closeRules = { drainMs: basicRules.durationMs }

/** Whatever a URL would write in another way is the path of no request. */
function isPath(value: unknown): boolean {
  if (typeof value !== 'string' || !value.startsWith('/')) return false
  const url = `http://localhost${value}`
  return URL.canParse(url) && new URL(url).pathname === value
}
