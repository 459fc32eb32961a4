/**
 * Under this key of `_meta` the effect of a call is named: on the way in by a caller whom the operator trusts with that, on
 * the way out by the token of the call.
 */
export const idempotencyMetaKey = 'dev.tallystick/idempotency-key'
