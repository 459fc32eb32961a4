import { isObject } from '../../../schema/is-object.js'

/**
 * A message of a client with `arguments: null` of a call left out: clients send it for a tool without arguments, and the
 * SDK refuses it before any tool is looked at.
 */
export function withoutNullArguments(message: unknown): unknown {
  // Messages come in lists, and no list of them in another one.
  return Array.isArray(message) ? message.map(withoutNull) : withoutNull(message)
}

function withoutNull(message: unknown): unknown {
  if (!isObject(message) || message['method'] !== 'tools/call') return message
  const { params } = message
  if (!isObject(params) || params['arguments'] !== null) return message
  return { ...message, params: { ...params, arguments: undefined } }
}
