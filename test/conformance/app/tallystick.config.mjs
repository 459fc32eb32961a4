// What `tallystick serve` serves to clients of others.
import { defineTool, ToolRegistry } from 'tallystick'

const server = 'sums'
const number = { type: 'number' }
const addends = { type: 'object', properties: { a: number, b: number }, required: ['a', 'b'] }

const add = defineTool({
  ...{ server, name: 'add', description: 'The sum of two numbers.', mutates: false },
  inputSchema: addends,
  outputSchema: { type: 'object', properties: { sum: number }, required: ['sum'] },
  call: ({ a, b }) => ({ sum: a + b }),
})

const sums = []
const note = defineTool({
  ...{ server, name: 'note', description: 'Notes a number down; says how many there are.' },
  inputSchema: { type: 'object', properties: { number }, required: ['number'] },
  call: (args) => `${sums.push(args.number)} noted`,
})

const unreviewed = defineTool({
  ...{ server, name: 'erase', description: 'Forgets all numbers.' },
  call: () => sums.splice(0).length,
})

export const registry = ToolRegistry.empty().register(add, note, unreviewed)
