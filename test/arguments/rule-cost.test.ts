import { describe, expect, it } from 'vitest'

import { ruleSchema } from '../../src/arguments/translation/rule-schemas.js'
import { encodingCases, formatCases } from './rule-cases-of-formats.js'
import { arrayCases, numberCases, textCases, valueCases } from './rule-cases.js'
import { ruleUnderTest } from './rule-under-test.js'

const length = 100_000

/** All patterns of the table but those an author wrote. */
const patterns = new Set(
  [...valueCases, ...numberCases, ...arrayCases, ...textCases, ...encodingCases, ...formatCases]
    .filter(([decorator]) => decorator !== 'Matches')
    .map(ruleUnderTest)
    .flatMap(({ name, constraints }) => patternsIn(ruleSchema(name, constraints)?.schema)),
)

function patternsIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([keyword, value]) =>
    keyword === 'pattern' ? [String(value)] : patternsIn(value),
  )
}

/** Runs of each character a pattern mentions and of pairs of them, behind what makes it begin, before what makes it fail. */
function* hostileTexts(pattern: string): Generator<string> {
  const characters = new Set(Array.from(`${pattern.replace(/\\u[\da-f]{4}/g, '')}a0 `))
  for (const first of characters) {
    for (const unit of [first, `${first}.`, `${first}@`])
      for (const start of ['', 'x@', '1.0.0-', 'data:', 'hsl('])
        yield `${start}${unit.repeat(length / unit.length)}@`
  }
}

describe('the patterns of the rules', () => {
  it.each([...patterns])('reads long texts in good time: %s', (pattern) => {
    const expression = new RegExp(pattern, 'u')
    for (const text of hostileTexts(pattern)) {
      const start = process.cpuUsage()
      expression.test(text)
      expect(process.cpuUsage(start).user, text.slice(0, 12)).toBeLessThan(500_000)
    }
  })
})
