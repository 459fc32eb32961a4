import { Container } from 'inversify'

/**
 * Inversify 7 has the synchronous methods of Inversify 8 under other names; there `rebind` and `unload`
 * answer with a promise. The tests are written for Inversify 8, so these take its names.
 */
const prototype = Container.prototype as unknown as Record<string, unknown>
prototype['rebind'] = prototype['rebindSync']
prototype['unload'] = prototype['unloadSync']
