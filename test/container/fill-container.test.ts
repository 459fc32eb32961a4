import 'reflect-metadata'
import { Container, inject } from 'inversify'
import { describe, expect, it } from 'vitest'

import { discoverTools } from '../../src/container/discover-tools.js'
import { createContainer, fillContainer } from '../../src/container/fill-container.js'
import { Tool } from '../../src/decorators/tool.js'
import { problemsOf } from './problems-of.js'

class Words {
  say(): string {
    return 'hello'
  }
}

@Tool({ server: 'words', name: 'say', description: 'Says a word.' })
class Say {
  constructor(@inject(Words) private readonly words: Words) {}

  call() {
    return this.words.say()
  }
}

const quiet = { say: () => 'hush' }

describe('createContainer', () => {
  it('has the tools, and what stands in for their services', async () => {
    const container = createContainer({ classes: [Say], overrides: [[Words, quiet]] })
    const outcome = await discoverTools(container).dispatch('words/say', {})
    expect(outcome).toMatchObject({ value: 'hush' })
  })
})

describe('fillContainer', () => {
  it('adds tools, and puts values in the place of services, made by any kind of binding', async () => {
    const container = new Container()
    container.bind(Words).toSelf().inSingletonScope()
    fillContainer(container, { classes: [Say], overrides: [[Words, quiet]] })
    const outcome = await discoverTools(container).dispatch('words/say', {})
    expect(outcome).toMatchObject({ value: 'hush' })
  })

  it('changes nothing where a service is not bound, and names every one', () => {
    const container = new Container()
    container.bind(Words).toSelf().inSingletonScope()
    const overrides = [
      [Words, quiet],
      ['words', 1],
      [Symbol('Word'), 2],
    ] as const
    const problems = problemsOf(() => fillContainer(container, { classes: [Say], overrides }))
    expect(problems.map(({ message }) => message)).toEqual([
      '"words" is bound in no binding of the container itself.',
      '"Symbol(Word)" is bound in no binding of the container itself.',
    ])
    expect(container.get(Words).say()).toBe('hello')
  })
})
