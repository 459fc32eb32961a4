import { Container, type ServiceIdentifier } from 'inversify'

import { DefinitionError, type DefinitionProblem } from '../errors/definition-error.js'
import { quoteName } from '../errors/quoted-name.js'
import type { ToolClass } from '../tools/constructor.js'
import { toolModule } from './tool-module.js'

export type { Container, ServiceIdentifier } from 'inversify'

/** A service, and what stands in for it. */
export type ServiceOverride = readonly [service: ServiceIdentifier, value: unknown]

/** What a container is filled with. */
export interface ContainerContents {
  readonly classes: readonly ToolClass[]
  readonly overrides: readonly ServiceOverride[]
}

/** A container with these tools, and no other services than these. */
export function createContainer({ classes, overrides }: ContainerContents): Container {
  const container = new Container()
  for (const [service, value] of overrides) container.bind(service).toConstantValue(value)
  container.load(toolModule(...classes))
  return container
}

/**
 * Adds tools to a container, and puts these services in the place of those it has.
 *
 * @throws DefinitionError naming every service that the container itself does not bind; nothing is changed then.
 */
export function fillContainer(
  container: Container,
  { classes, overrides }: ContainerContents,
): void {
  const unbound = overrides.filter(([service]) => !container.isCurrentBound(service))
  if (unbound.length > 0) throw new DefinitionError(unbound.map(unboundProblem))
  for (const [service, value] of overrides) rebind(container, service).toConstantValue(value)
  container.load(toolModule(...classes))
}

type Rebind = Container['rebind']

/** `rebind` of Inversify 7 answers a promise; there, what answers at once has another name. */
function rebind(container: Container, service: ServiceIdentifier): ReturnType<Rebind> {
  const { rebindSync } = container as Container & { readonly rebindSync?: Rebind }
  return (rebindSync ?? container.rebind).call(container, service)
}

function unboundProblem([service]: ServiceOverride): DefinitionProblem {
  const name = typeof service === 'function' ? service.name : service.toString()
  return {
    subject: 'overrides',
    message: `${quoteName(name)} is bound in no binding of the container itself.`,
    fix: 'Name a service that it binds, by the identifier it is bound under.',
  }
}
