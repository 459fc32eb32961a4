// A user's program whose types are read by `tallystick types` before it runs: words and an output schema come from them.
import 'reflect-metadata'
import assert from 'node:assert/strict'
import { IsIn, IsInt, IsOptional, IsString } from 'class-validator'
import { Container } from 'inversify'
import { Tool, discoverTools, toolModule } from 'tallystick'

interface Room {
  /** The number on the door. */
  readonly number: string
  readonly freeFrom: Date
  readonly beds: number
}

/** Finds a free room. */
@Tool({ server: 'hotel', name: 'find_room', mutates: false })
class FindRoom {
  /** How many nights. */
  @IsInt()
  nights = 1

  /** Which view. */
  @IsIn(['garden', 'street'])
  view!: 'garden' | 'street'

  /** What else is asked for. */
  @IsOptional()
  @IsString()
  wish?: string

  async call(): Promise<Room> {
    return { number: '12', freeFrom: new Date(0), beds: this.nights }
  }
}

const container = new Container()
container.load(toolModule(FindRoom))
const facts = new URL('../tallystick.types.json', import.meta.url)
const registry = discoverTools(container, { facts })
registry.verify()

const [tool] = registry.descriptors()
assert.equal(tool?.description, 'Finds a free room.')
assert.deepEqual(tool?.inputSchema.properties?.['nights'], {
  type: 'integer',
  description: 'How many nights.',
  default: 1,
})
assert.deepEqual(tool?.outputSchema, {
  type: 'object',
  properties: {
    number: { type: 'string', description: 'The number on the door.' },
    freeFrom: { type: 'string', format: 'date-time' },
    beds: { type: 'number' },
  },
  required: ['number', 'freeFrom', 'beds'],
})

const outcome = await registry.dispatch('hotel/find_room', { view: 'garden' })
assert.equal(outcome.status, 'output')
console.log(`the consumer is content: ${registry.ids().join(', ')}`)
