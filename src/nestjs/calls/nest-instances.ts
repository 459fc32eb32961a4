import { FreshInstances } from '../../container/classes/fresh-instances.js'
import { quoteName } from '../../errors/quoted-name.js'
import type { ToolBody, ToolClass } from '../../tools/constructor.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type { ToolInstances } from '../../tools/tool-instances.js'
import type { CallScopes } from './call-scopes.js'

/** Makes one fresh instance of a tool class per attempt, with the services of its module, from Nest's container. */
export class NestInstances implements ToolInstances {
  readonly #scopes: CallScopes
  readonly #tokens: ReadonlyMap<ToolClass, symbol>
  readonly #fresh = new FreshInstances('Let its factory make a new one each time.')

  constructor(scopes: CallScopes, tokens: ReadonlyMap<ToolClass, symbol>) {
    this.#scopes = scopes
    this.#tokens = tokens
  }

  /** @throws Error when a dependency cannot be made, or a factory returned an instance for the second time. */
  async create(toolClass: ToolClass, context: ToolContext): Promise<ToolBody> {
    const token = this.#tokens.get(toolClass)
    if (token === undefined) throw new Error(`${quoteName(toolClass.name)} is no provider here.`)
    return this.#fresh.assertFresh((await this.#scopes.resolve(token, context)) as ToolBody)
  }
}
