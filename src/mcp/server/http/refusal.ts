/** A request that never reached the protocol, answered in the form of JSON-RPC 2.0. */
export function refusal(
  status: 400 | 401 | 403 | 404 | 413 | 500 | 503,
  message: string,
): Response {
  const error = { code: status === 500 ? -32603 : -32000, message }
  const headers = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status, headers })
}
