import { describe, expect, it } from 'vitest'

import { DefinitionError } from '../../src/errors/definition-error.js'
import { parseManifest } from '../../src/manifest/read/parse-manifest.js'
import { problemsOf, told } from './problems-of.js'

const sound = `
apiVersion: tallystick/v1
kind: ToolManifest
metadata: { name: shop, version: "1" }
spec:
  tools:
    - ref: tool://shop/order
      description: Orders.
`

/** A document whose tools are these lines. */
function withTools(...lines: readonly string[]): string {
  return sound.replace(/ {4}- ref[^]*$/, lines.map((line) => `    ${line}\n`).join(''))
}

function parse(text: string): readonly string[] {
  return told(problemsOf(() => parseManifest(text, { path: 'm.yaml' })))
}

describe('parseManifest', () => {
  it('gives the document as written, frozen through and through', () => {
    const manifest = parseManifest(sound)
    expect(manifest.spec.tools).toEqual([{ ref: 'tool://shop/order', description: 'Orders.' }])
    expect([manifest, manifest.spec, manifest.spec.tools, manifest.spec.tools[0]]).toSatisfy(
      (parts: unknown[]) => parts.every(Object.isFrozen),
    )
  })

  it('reports every mistake at once, each with path, line and column [MAN-01]', () => {
    const text = withTools(
      '- ref: shop/order',
      '  descripton: Orders.',
      '  mutates: "no"',
      '- { ref: tool://shop/pay, description: Pays., efect: read, approval: 1 }',
      '- { ref: tool://shop/pay, description: Pays. }',
    )
    expect(parse(text)).toEqual([
      'm.yaml:7:7 spec.tools[0]: the field "description" is missing.',
      'm.yaml:7:12 spec.tools[0].ref: it is not the reference of a tool.',
      'm.yaml:8:7 spec.tools[0]: there is no field "descripton".',
      'm.yaml:9:16 spec.tools[0].mutates: it is of a wrong type.',
      'm.yaml:10:51 spec.tools[1]: there is no field "efect".',
      'm.yaml:10:74 spec.tools[1].approval: it is of a wrong type.',
      'm.yaml:11:7 spec.tools: "tool://shop/pay" is there already, in line 10.',
    ])
  })

  it('proposes the nearest names of fields and values', () => {
    const text = withTools('- { ref: tool://a/b, description: A., aproval: none, effect: wirte }')
    const fixes = problemsOf(() => parseManifest(text)).map(({ fix }) => fix)
    expect(fixes).toEqual([
      'Did you mean "approval"?',
      'Write read or idempotent or write. Did you mean "write"?',
    ])
  })

  it.each([
    ['ref: x', 'it is not the reference of a tool.'],
    ['contract: sha256:7', 'it is not a contract digest.'],
    ['idempotencyKey: a..b', 'it is not the path of an argument.'],
    ['title: " "', 'it is blank.'],
    ['effect: writes', 'it is no known value.'],
  ])('says what `%s` is not', (field, message) => {
    const defaults = ['ref: tool://a/b', 'description: A.'].filter(
      (one) => !field.startsWith(one.slice(0, 3)),
    )
    const text = withTools(`- { ${[...defaults, field].join(', ')} }`)
    expect(parse(text)).toEqual([expect.stringContaining(message)])
  })

  it('says how to get a sound contract, which no person writes by hand', () => {
    const text = withTools('- { ref: tool://a/b, description: A., contract: c1-sha256:7 }')
    const [problem] = problemsOf(() => parseManifest(text))
    expect(problem?.fix).toBe(
      'Remove the line, review the tool, and run `tallystick manifest update`, which writes the line anew.',
    )
  })

  it.each([
    ['transport', 'servers: [{ name: a, transport: x }]', 'of any of these: command, args, url.'],
    ['completions', 'tools: [{ completions: x }]', 'of any of these: trust, requireEqual.'],
    ['a server', 'servers: [x]', 'with name, transport.'],
  ])('lists the fields of a map that is none: %s', (_what, spec, fields) => {
    const text = sound.replace(/ {2}tools:[^]*$/, `  ${spec}\n`)
    const fixes = problemsOf(() => parseManifest(text)).map(({ fix }) => fix)
    expect(fixes).toContainEqual(expect.stringContaining(`Write a map ${fields}`))
  })

  it.each([
    ['@readonli', 'Did you mean "@readonly"?'],
    ['-@al', 'Did you mean "-@all"?'],
    ['@sever:github?', 'Did you mean "@server:<name>?"?'],
  ])('proposes the selector that %s may have been meant to be', (entry, proposal) => {
    const text = `${sound}  agents: [{ name: a, tools: ["${entry}"] }]\n`
    const [problem] = problemsOf(() => parseManifest(text))
    expect(problem?.message).toContain('it is neither the name of a tool nor a selector.')
    expect(problem?.fix).toContain(proposal)
  })

  it('says once what the only known value is', () => {
    const text = sound.replace('ToolManifest', 'ToolsManifest')
    const [problem] = problemsOf(() => parseManifest(text))
    expect(problem?.fix).toBe('Write ToolManifest.')
  })

  it('says which version of the format it reads', () => {
    const [problem] = problemsOf(() => parseManifest(sound.replace('/v1', '/v2')))
    expect(problem?.message).toBe('apiVersion: this release of tallystick reads tallystick/v1.')
  })

  it('tells of a broken syntax the first place only', () => {
    const text = sound.replace('      description', '       description')
    const problems = problemsOf(() => parseManifest(text))
    expect(problems).toHaveLength(1)
    expect(problems[0]?.subject).toMatch(/^manifest:[78]:/)
  })

  it.each(['!!str 1.0.0', '! 1.0.0', '!!str "1.0.0"'])(
    'refuses the tag of %s, and says where',
    (version) => {
      const text = sound.replace(/version: [^,}\n]*/, `version: ${version} `)
      expect(text).not.toBe(sound)
      const [problem] = problemsOf(() => parseManifest(text))
      expect(problem).toMatchObject({
        subject: expect.stringMatching(/:\d+:\d+$/) as unknown,
        message: 'a tag says what kind of value this is.',
      })
    },
  )

  it('tells every unknown tag, for none of them hides another', () => {
    const text = withTools('- { ref: !a tool://a/b, description: !b A. }')
    expect(problemsOf(() => parseManifest(text))).toHaveLength(2)
  })

  it('never repeats what stands in the document', () => {
    const text = withTools('- { ref: hunter2, description: 7, effect: hunter2, contract: hunter2 }')
    const problems = problemsOf(() => parseManifest(text))
    expect(problems).toHaveLength(4)
    expect(JSON.stringify(problems)).not.toContain('hunter2')
  })

  it.each([
    [
      'a key that is there twice',
      '- { ref: tool://a/b, description: A., description: B. }',
      'the key "description" is there already, in line 7.',
    ],
    [
      'a key twice in a schema',
      '- { ref: tool://a/b, description: A., arguments: { a: 1, a: 2 } }',
      'the key "a" is there already, in line 7.',
    ],
    [
      'an anchor',
      '- { ref: tool://a/b, description: &a A. }',
      'anchors and aliases are not used here.',
    ],
    [
      'an alias',
      '- &a { ref: tool://a/b, description: A. }',
      'anchors and aliases are not used here.',
    ],
    [
      'an anchor of a key',
      '- { ref: tool://a/b, description: A., &a title: B }',
      'anchors and aliases are not used here.',
    ],
    [
      'an anchor in a schema',
      '- { ref: tool://a/b, description: A., arguments: { not: &a {} } }',
      'anchors and aliases are not used here.',
    ],
    [
      'a merge key',
      '- { ref: tool://a/b, description: A., <<: { effect: read } }',
      'merge keys are not used here.',
    ],
    [
      'a tag',
      '- { ref: tool://a/b, description: !env HOME }',
      'this is not valid YAML: Unresolved tag: !env.',
    ],
    [
      'a key that is no text',
      '- { ref: tool://a/b, description: A., 7: b }',
      'a key is not a text.',
    ],
    ['a field without a value', '- { ref: tool://a/b, description }', 'it is empty.'],
    [
      'a number that JSON has not',
      '- { ref: tool://a/b, description: A., arguments: { minimum: .inf } }',
      'JSON cannot hold this value.',
    ],
    [
      'a number that would be rounded',
      '- { ref: tool://a/b, description: A., arguments: { minimum: 9007199254740993 } }',
      'the whole number is too large to be kept exactly.',
    ],
    [
      'arguments that are nested too deep',
      `- { ref: tool://a/b, description: A., arguments: ${'{ not: '.repeat(70)}{}${' }'.repeat(70)} }`,
      'it is nested more than 64 levels deep.',
    ],
    [
      'arguments that are no schema',
      '- { ref: tool://a/b, description: A., arguments: { type: texts } }',
      'the schema is not valid JSON Schema',
    ],
  ])('refuses %s', (_what, line, message) => {
    const problems = problemsOf(() => parseManifest(withTools(line)))
    expect(problems.map((problem) => problem.message)).toEqual([expect.stringContaining(message)])
  })

  it.each([
    ['a second document', `${sound}---\na: 1\n`, 'there is a second document.'],
    [
      'YAML 1.1',
      `%YAML 1.1\n---${sound}`,
      'the document asks for another version of YAML than 1.2.',
    ],
    ['what is no YAML', `${sound}  - ]`, 'this is not valid YAML'],
    ['an empty text', '', 'the document: it is of a wrong type.'],
    [
      'a text that is too long',
      `${sound}#${'x'.repeat(1024 * 1024)}`,
      'more than 1 048 576 characters',
    ],
  ])('refuses %s', (_what, text, message) => {
    const problems = problemsOf(() => parseManifest(text))
    expect(problems.map((problem) => problem.message)).toContainEqual(
      expect.stringContaining(message),
    )
  })

  it('takes words of YAML 1.1 as the texts they are', () => {
    const text = withTools('- { ref: tool://a/b, description: no }')
    expect(parseManifest(text).spec.tools[0]?.description).toBe('no')
  })

  it('keeps a member named __proto__ a member', () => {
    const schema = '{ properties: { __proto__: { type: string } } }'
    const text = withTools(`- { ref: tool://a/b, description: A., arguments: ${schema} }`)
    const properties = parseManifest(text).spec.tools[0]?.arguments?.properties ?? {}
    expect(Object.keys(properties)).toEqual(['__proto__'])
  })

  it.each([
    ['nested deeply', `a: ${'['.repeat(100_000)}`],
    ['of aliases of aliases', `a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nd: [*c,*c]\n`],
    ['of many mistakes', Array.from({ length: 20_000 }, (_, index) => `key${index}: 1`).join('\n')],
  ])('answers in bounds to a text %s', (_what, text) => {
    const problems = problemsOf(() => parseManifest(text))
    expect(problems.length).toBeGreaterThan(0)
    expect(problems.length).toBeLessThanOrEqual(101)
  })

  it('is a definition error like every mistake of an operator', () => {
    expect(() => parseManifest('')).toThrow(DefinitionError)
  })
})
