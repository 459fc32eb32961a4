// The tools of the servers of both generations, whose interface for them is the same.
import { z } from 'zod'

export function registerTools(server) {
  const numbers = z.object({ a: z.number(), b: z.number() })
  server.registerTool(
    'add',
    {
      title: 'Add',
      description: 'The sum of two numbers.',
      inputSchema: numbers,
      outputSchema: z.object({ sum: z.number() }),
      annotations: { readOnlyHint: true },
    },
    ({ a, b }) => {
      const output = { sum: a + b }
      return {
        content: [{ type: 'text', text: JSON.stringify(output) }],
        structuredContent: output,
      }
    },
  )
  server.registerTool('refuse', { description: 'Never does.' }, () => ({
    content: [{ type: 'text', text: 'Not today.' }],
    isError: true,
  }))
  server.registerTool('draw', { description: 'Draws.' }, () => ({
    content: [
      { type: 'text', text: 'A dot:' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    ],
  }))
}
