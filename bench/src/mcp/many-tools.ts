/** The words of a tool that is only listed. */
export interface ListedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: {
    readonly type: 'object'
    readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    readonly required: readonly string[]
    readonly additionalProperties: false
  }
}

/** Tools that differ in their names, with five arguments each. */
export function listedTools(count: number): readonly ListedTool[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `tool_${index.toString().padStart(4, '0')}`,
    description: `What tool ${index} does, in a sentence of some length.`,
    inputSchema: {
      type: 'object',
      properties: {
        customer: { type: 'string', minLength: 1, maxLength: 64, description: 'Who orders.' },
        quantity: { type: 'integer', minimum: 1, description: 'How many.' },
        channel: { type: 'string', enum: ['web', 'shop', 'phone'] },
        address: {
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
          required: ['street', 'city'],
          additionalProperties: false,
        },
        labels: { type: 'array', items: { type: 'string' } },
      },
      required: ['customer', 'quantity'],
      additionalProperties: false,
    },
  }))
}
