import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { checkManifest } from '../../src/manifest/check/check-manifest.js'
import { withoutInvisible } from '../../src/manifest/check/invisible-characters.js'
import { parseManifest } from '../../src/manifest/read/parse-manifest.js'
import { draftManifest } from '../../src/manifest/write/draft-manifest.js'
import { registryOf, tool } from './tools.js'

/** True for a text of which a reader sees nothing. */
function isBlank(text: string): boolean {
  return withoutInvisible(text).trim() === ''
}

describe('draftManifest', () => {
  it('writes what a person reads', () => {
    const pay = tool({
      name: 'pay',
      title: 'Pay',
      description: 'Pays.\nOnce: only.',
      effect: 'read',
    })
    expect(draftManifest(registryOf(pay, tool({ description: '' })))).toMatchInlineSnapshot(`
      "# yaml-language-server: $schema=./node_modules/tallystick/schemas/tallystick-manifest.v1.json
      # The reviewed half of this deployment. Read every grant: its description steers the model, its contract is what
      # the tool takes and gives. A deployment whose code differs does not start; see \`tallystick check\`.
      apiVersion: tallystick/v1
      kind: ToolManifest
      metadata:
        name: agent-tools
        version: 1.0.0
      spec:
        tools:
          # The code does not say what it does. Say it here, for the model; until then the check fails.
          - ref: tool://shop/order
            description: Not described yet.
            effect: write
            contract: c1-sha256:1b3ee0147e4a5ce363871eee86090d77c9fee0ec67fb22af7e0f50a852bd1ae7
          - ref: tool://shop/pay
            title: Pay
            description: |-
              Pays.
              Once: only.
            effect: read
            contract: c1-sha256:740333357157b989d69d97e70606dc1b158eead5e8f99698d70f0dec50e243ce
      "
    `)
  })

  it('grants nothing of a registry without tools', () => {
    const manifest = parseManifest(draftManifest(registryOf()))
    expect(manifest.spec).toEqual({ tools: [] })
  })

  it('leaves no blanks at the end of a line between paragraphs', () => {
    const text = draftManifest(registryOf(tool({ description: 'One.\n\nTwo.' })))
    expect(text).toContain('description: |-\n        One.\n\n        Two.\n')
    expect(parseManifest(text).spec.tools[0]?.description).toBe('One.\n\nTwo.')
  })

  it('takes the name and version it is given', () => {
    const text = draftManifest(registryOf(), { name: 'support: agent', version: '2.0' })
    expect(parseManifest(text).metadata).toEqual({ name: 'support: agent', version: '2.0' })
  })

  it('writes a document that checks clean but for what nobody described, whatever the texts are [MAN-06]', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.constantFrom(
        ' - a',
        '# b',
        '&c',
        '*d',
        'e: f',
        '"g',
        "'h'",
        '|',
        '>\n i',
        'no',
        '1.0',
        '\t',
        'j\r\nk',
        'a'.repeat(300),
      ),
    )
    const effects = fc.constantFrom('read', 'idempotent', 'write')
    fc.assert(
      fc.property(fc.array(fc.tuple(texts, texts, effects), { maxLength: 3 }), (facts) => {
        const definitions = facts.map(([title, description, effect], index) =>
          tool({ name: `tool${index}`, title, description, effect }),
        )
        const registry = registryOf(...definitions)
        const found = checkManifest(registry, parseManifest(draftManifest(registry)))
        const undescribed = definitions.filter((one) => isBlank(one.description))
        expect(found.map(({ kind, toolId = '' }) => `${kind} ${toolId}`)).toEqual(
          undescribed.map(({ id }) => `description-missing ${id.toString()}`),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('asks for words where the code has the placeholder itself', () => {
    const text = draftManifest(registryOf(tool({ description: 'Not described yet' })))
    expect(text).toContain('# The code does not say what it does.')
  })

  it('writes the same text for the same tools in another order', () => {
    const [a, b] = [tool(), tool({ name: 'pay' })]
    expect(draftManifest(registryOf(a, b))).toBe(draftManifest(registryOf(b, a)))
  })

  it('names the schema for editors', () => {
    const [first] = draftManifest(registryOf()).split('\n')
    expect(first).toBe(
      '# yaml-language-server: $schema=./node_modules/tallystick/schemas/tallystick-manifest.v1.json',
    )
  })
})
