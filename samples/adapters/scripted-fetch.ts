/** A `fetch` that plays a service: it answers each request with the next of its answers. */
export function scriptedFetch(...answers: readonly object[]) {
  const bodies: unknown[] = []
  const fetch = async (_url: unknown, init?: { body?: unknown }) => {
    bodies.push(JSON.parse(String(init?.body)))
    return Response.json(answers[bodies.length - 1] ?? {})
  }
  return { bodies, fetch }
}
