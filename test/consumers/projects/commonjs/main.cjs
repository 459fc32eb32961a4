// A CommonJS program in plain JavaScript: the package comes through Node's own require of ES modules.
const assert = require('node:assert/strict')
const { createContext, defineTool, ToolError, ToolRegistry } = require('tallystick')

const double = defineTool({
  server: 'sums',
  name: 'double',
  description: 'Twice a number.',
  mutates: false,
  inputSchema: {
    type: 'object',
    properties: { number: { type: 'integer' } },
    required: ['number'],
    additionalProperties: false,
  },
  call: ({ number }) => number * 2,
})

async function main() {
  const registry = ToolRegistry.empty().register(double)
  const context = createContext({ tenantId: 'acme' })

  const outcome = await registry.dispatch('sums/double', { number: 21 }, context)
  assert.deepEqual(outcome, { status: 'output', value: 42 })

  await assert.rejects(registry.dispatch('sums/double', { number: 'many' }), (error) => {
    assert(ToolError.is(error))
    assert.equal(error.code, 'INVALID_ARGUMENTS')
    return true
  })
  console.log(`the consumer is content: ${registry.ids().join(', ')}`)
}

void main()
