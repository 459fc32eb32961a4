import { runInThisContext } from 'node:vm'
import { Container, inject, injectable } from 'inversify'
import { describe, expect, it } from 'vitest'
import { discoverTools } from '../../src/container/discover-tools.js'
import { toolModule } from '../../src/container/tool-module.js'
import { Tool } from '../../src/decorators/tool.js'
import { DefinitionError } from '../../src/errors/definition-error.js'
import { ToolRegistry } from '../../src/registry/tool-registry.js'
import type { ToolClass } from '../../src/tools/constructor.js'

@injectable()
class Log {}

class Base {
  constructor(readonly log?: unknown) {}

  call() {
    return this.log instanceof Log
  }
}
inject(Log)(Base, undefined, 0)

const scope = {
  Base,
  Log,
  args: () => [new Log()],
  Mix: (base: ToolClass) => class extends (base as new () => object) {},
  proxy: new Proxy(Base, {}),
  bound: Object.assign(Base.bind(null), { prototype: Base.prototype }),
  tag: () => Base,
}

/** A class from its source text exactly as written here, which a compiler would change. */
function classOf(source: string): ToolClass {
  const make = runInThisContext(`({ ${Object.keys(scope).join(', ')} }) => (${source})`) as (
    given: typeof scope,
  ) => ToolClass
  const toolClass = make(scope)
  Tool({ server: 'a', name: 'b' })(toolClass)
  return toolClass
}

function discover(toolClass: ToolClass): unknown {
  const container = new Container()
  container.bind(Log).toSelf()
  container.load(toolModule(toolClass))
  try {
    return discoverTools(container)
  } catch (error) {
    if (DefinitionError.is(error)) return error.message
    throw error
  }
}

describe('discoverTools, on a subclass that only seems to have a constructor of its own', () => {
  it.each([
    'class Sub extends Base { /* see the constructor (of Base) */ }',
    'class Sub extends Base { // constructor() {}\n }',
    'class Sub extends Base { text = "constructor() {}" }',
    "class Sub extends Base { text = ';constructor() {}' }",
    'class Sub extends Base { text = `constructor() {} ${`}` + "constructor() {}"} constructor() {}` }',
    'class Sub extends Base { pattern = /[/}"]constructor() {}/ }',
    'class Sub extends Base { half = 4 / 2; text = "/ constructor() {}" }',
    'class Sub extends Base { nested = class { constructor() {} } }',
    'class Sub extends Base { nested = class extends Log { constructor() { super() } } }',
    'class Sub extends Base { make() { return { constructor() {} } } }',
    'class Sub extends Base { static { class X { constructor() {} } } }',
    'class Sub extends Base { static constructor() {} }',
    'class Sub extends Base { static get constructor() { return 1 } }',
    'class Sub extends Base { static set constructor(value) {} }',
    "class Sub extends Base { static get 'constructor'() { return 1 } }",
    'class Sub extends Base { static async *constructor() {} }',
    'class Sub extends Base { ["constructor"]() {} }',
    'class Sub extends Base { make() { this.constructor(); { } } }',
    'class Sub extends Base { #a = 1; if(x) { if (x) /}constructor() {}/.test(x) } }',
    'class Sub extends (class Inner extends Base { constructor(...a) { super(...a) } }) {}',
    'class Sub extends tag`${class { constructor() {} }}` {}',
    'class Sub extends Base { constructor(...rest) { super(...rest) } }',
    'class Sub extends Base { constructor() { super(...arguments) } }',
    'class Sub extends Base { constructor() { super(arguments[0]) } }',
    'class Sub extends Base { constructor(...[log]) { super(log) } }',
    'class Sub extends Base { constructor(...rest) { const [log] = rest; super(log) } }',
    'class Sub extends Base { "constructor"(...rest) { super(...rest) } }',
    'class Sub extends proxy {}',
    'class Sub extends bound {}',
    'new Proxy(class Sub extends Base {}, {})',
  ])('reports what Inversify does not pass: %s [DEF-07]', (source) => {
    expect(discover(classOf(source))).toMatch(/passes nothing for parameter 0.*of its own/)
  })
})

describe('discoverTools, on a subclass with a constructor of its own or nothing to inject', () => {
  it.each([
    'class Sub extends Base { constructor() { super(new Log()) } }',
    'class Sub extends Base { constructor() { super(...args()) } }',
    'class Sub extends Base { constructor () { /* super(...rest) */ super(new Log()) } }',
    'class Sub extends Base { "constructor"() { super(new Log()) } }',
    "class Sub extends Base { 'constructor' /* */ () { super(new Log()) } }",
    'class Sub extends Base { x = 1; constructor(log = new Log()) { super(log) } }',
    'class Sub extends Base { x = 4 / 2 / 1; constructor() { super(new Log()) } }',
    'class Sub extends Base { x = /"/; constructor() { super(new Log()) } }',
    'class Sub extends Base { x = `${"}"}`; constructor() { super(new Log()) } }',
    'class Sub extends Base { x\nconstructor() { super(new Log()) } }',
    'class Sub extends Base { *[Symbol.iterator]() {} constructor() { super(new Log()) } }',
    'class Sub extends Base { constructor() { class X extends Base { constructor(...a) { super(...a) } } super(new Log()) } }',
    'class Sub extends (class extends Base { constructor() { super(new Log()) } }) {}',
  ])('passes %s [DEF-07]', async (source) => {
    const registry = discover(classOf(source))
    if (!(registry instanceof ToolRegistry)) throw new Error(String(registry))
    expect(await registry.dispatch('a/b', {})).toMatchObject({ value: true })
  })

  it.each([
    'class Q extends Mix(Object) { call() {} }',
    'class Q extends Object { call() {} }',
    'class Q extends Map { call() {} }',
    'class Q extends Error { constructor(...rest) { super(...rest) } call() {} }',
  ])('asks nothing for the parameters of what the language has built in: %s', (source) => {
    expect(discover(classOf(source))).toBeTypeOf('object')
  })
})
