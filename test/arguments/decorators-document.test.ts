import { format } from 'prettier'
import { describe, expect, it } from 'vitest'

import packageJson from '../../package.json' with { type: 'json' }
import { ruleSchema } from '../../src/arguments/translation/rule-schemas.js'
import { encodingCases, formatCases } from './rule-cases-of-formats.js'
import { arrayCases, numberCases, textCases, valueCases, type RuleCase } from './rule-cases.js'
import { ruleUnderTest } from './rule-under-test.js'
import { differencesOfTexts } from './schema-differences-of-texts.js'
import { differencesOfClasses, differencesOfValues } from './schema-differences.js'

const schemaDifferences = [...differencesOfClasses, ...differencesOfValues, ...differencesOfTexts]

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
stands several times, what it is given makes the difference. Long patterns are cut here. Values whose members JSON turns
into something else (\`Date\`, \`bigint\`, classes) have the schema of [arguments.md](arguments.md) instead.

Four rules are stricter than class-validator, which accepts what their names forbid or what JSON Schema cannot tell. What they
refuse on top has the code and the words of the same rule:

| decorator | refuses on top | reason |
| --- | --- | --- |
| \`@Length\`, \`@MaxLength\` | more than the greatest length in Unicode code points | class-validator does not count the variation selectors U+FE0E and U+FE0F, so that up to twice as many characters pass; JSON Schema counts code points |
| \`@IsDivisibleBy\` | a number whose quotient is 1e21 or more | JSON Schema validators divide and cannot tell such a quotient from a fraction |
| \`@IsEnum\` | the member names of a numeric enum | TypeScript maps its values back to names, and class-validator takes them for values |

\`@IsDivisibleBy\` divides by the whole number that its argument begins with, as class-validator does: \`2.5\` is 2, and nothing is
divisible by \`0.5\`.
`

const differences = `
## Where this differs from class-validator-jsonschema, and why

What class-validator-jsonschema 5.2.0 gives for the same code. It also needs class-transformer's store by a deep import of
yours, and reads all classes of the process into one document.

| input | theirs | ours | why |
| --- | --- | --- | --- |
${schemaDifferences
  .map(({ input, theirs, ours, why }) => {
    const cells = [input, theirs, code(JSON.stringify(ours)), why]
    return `| ${cells.join(' | ')} |`
  })
  .join('\n')}
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
    const text =
      introduction + tables.map(([title, cases]) => tableOf(title, cases)).join('') + differences
    const options = { ...packageJson.prettier, parser: 'markdown', trailingComma: 'all' } as const
    await expect(await format(text, options)).toMatchFileSnapshot('../../docs/decorators.md')
  })
})
