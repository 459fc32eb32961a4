// Arguments for property tests. Its own entry, so that only who imports it needs fast-check.
export { arbitraryArguments, type ArbitraryArgumentsOptions } from './arbitrary-arguments.js'
