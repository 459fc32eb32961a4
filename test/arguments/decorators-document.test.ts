import { format } from 'prettier'
import { describe, expect, it } from 'vitest'

import packageJson from '../../package.json' with { type: 'json' }
import { ruleSchema } from '../../src/arguments/translation/rule-schemas.js'
import { encodingCases, formatCases } from './rule-cases-of-formats.js'
import { arrayCases, numberCases, textCases, valueCases, type RuleCase } from './rule-cases.js'
import { ruleUnderTest } from './rule-under-test.js'

const shownLength = 80
const tables: readonly (readonly [string, readonly RuleCase[]])[] = [
  ['Any value', valueCases],
  ['Numbers', numberCases],
  ['Arrays', arrayCases],
  ['Texts', textCases],
  ['Encodings', encodingCases],
  ['Formats', formatCases],
]

const introduction = `# Decorators and their schemas

What JSON Schema says of each class-validator decorator. A schema is never stricter than its rule: \`exact\` accepts the same
values, \`looser\` accepts more, \`absent\` says nothing; the rule itself always applies to the call. Where the same decorator
stands several times, what it is given makes the difference. Long patterns are cut here.
`

function tableOf(title: string, cases: readonly RuleCase[]): string {
  const rows = cases.map((one) => {
    const { name, constraints } = ruleUnderTest(one)
    const { fidelity = 'absent', schema, why = '' } = ruleSchema(name, constraints) ?? {}
    const use = `@${one[0]}(${one[1].map(textOf).join(', ')})`
    return `| ${code(use)} | ${fidelity} | ${schema === undefined ? '' : code(JSON.stringify(schema))} | ${why} |`
  })
  const head = '| decorator | fidelity | schema | what it leaves open |\n| --- | --- | --- | --- |'
  return `\n## ${title}\n\n${head}\n${[...new Set(rows)].join('\n')}\n`
}

function textOf(given: unknown): string {
  if (given instanceof RegExp) return String(given)
  if (typeof given === 'function') return given.name
  return typeof given === 'number' ? String(given) : JSON.stringify(given)
}

function code(text: string): string {
  const shown = text.length > shownLength ? `${text.slice(0, shownLength)}…` : text
  const safe = shown.replaceAll('|', '\\|')
  return safe.includes('`') ? `\`\` ${safe} \`\`` : `\`${safe}\``
}

describe('docs/decorators.md', () => {
  it('is the table of rules as it is [SCH-06]', async () => {
    const text = introduction + tables.map(([title, cases]) => tableOf(title, cases)).join('')
    const options = { ...packageJson.prettier, parser: 'markdown', trailingComma: 'all' } as const
    await expect(await format(text, options)).toMatchFileSnapshot('../../docs/decorators.md')
  })
})
