// A user's program, compiled against the packed package: it defines tools, discovers, dispatches and asserts.
import 'reflect-metadata'
import assert from 'node:assert/strict'
import { Type } from 'class-transformer'
import { IsInt, IsObject, IsString, Min, ValidateNested } from 'class-validator'
import { Container, inject, injectable } from 'inversify'
import { Describe, Tool, ToolError, discoverTools, toolModule, type ToolOutcome } from 'tallystick'

@injectable()
class Greetings {
  greet(name: string, times: number): string {
    return `Hello, ${name}! `.repeat(times).trim()
  }
}

class Person {
  @IsString()
  @Describe('Whom to greet.')
  name!: string
}

@Tool({ server: 'hall', name: 'greet', description: 'Greet somebody.', mutates: false })
class Greet {
  @IsObject()
  @ValidateNested()
  @Type(() => Person)
  @Describe('Who stands at the door.')
  person!: Person

  @IsInt()
  @Min(1)
  @Describe('How often.')
  times = 2

  constructor(@inject(Greetings) private readonly greetings: Greetings) {}

  call(): string {
    return this.greetings.greet(this.person.name, this.times)
  }
}

// @ts-expect-error A class without a body is no tool.
@Tool({ server: 'hall', name: 'wait', description: 'Nothing to call.' })
class Wait {}

async function main(): Promise<void> {
  const container = new Container()
  container.bind(Greetings).toSelf().inSingletonScope()
  container.load(toolModule(Greet))
  const registry = discoverTools(container)
  registry.verify()

  const outcome: ToolOutcome = await registry.dispatch('hall/greet', { person: { name: 'Ada' } })
  assert.deepEqual(outcome, { status: 'output', value: 'Hello, Ada! Hello, Ada!' })

  const misspelt = registry.dispatch('hall/greet', { person: { nam: 'Ada' } })
  await assert.rejects(misspelt, (error) => {
    assert(ToolError.is(error))
    assert.equal(error.code, 'INVALID_ARGUMENTS')
    assert.deepEqual(error.issues.map(({ path, code }) => `${path}: ${code}`).sort(), [
      'person.nam: unknownKey',
      'person.name: required',
    ])
    return true
  })

  console.log(`the consumer is content: ${registry.ids().join(', ')}`)
}

void main()
