import { DefinitionError } from '../errors/definition-error.js'

/**
 * Compilers without `experimentalDecorators` call decorators the way of the ECMAScript proposal: with a context object
 * as the second argument. class-validator and Inversify cannot work with that, so it is said at once.
 *
 * @throws DefinitionError when a decorator was called that way.
 */
export function assertLegacyDecorator(decorator: string, second: unknown): void {
  if (typeof second !== 'object' || second === null || !('kind' in second)) return
  throw new DefinitionError([
    {
      subject: decorator,
      message: 'the compiler calls it as a standard decorator.',
      fix: 'Switch on `experimentalDecorators` in the tsconfig that covers this file.',
    },
  ])
}
