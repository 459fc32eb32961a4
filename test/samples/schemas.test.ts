import { execFileSync } from 'node:child_process'

import { describe, expect, it } from 'vitest'

const printed = execFileSync(process.execPath, ['samples/schemas/dist/main.js'], {
  encoding: 'utf8',
})

describe('the sample of schemas', () => {
  it('prints one class as calls are held to it and as every model takes it', () => {
    const titles = [...printed.matchAll(/^== (.+)$/gm)].map(([, title]) => title)
    expect(titles).toEqual([
      'The schema that calls are held to',
      'openai',
      'openai strict',
      'anthropic',
      'gemini',
      'mcp 2026-07-28',
    ])
  })

  it('says what each of them loses, and why one is not held to the schema', () => {
    expect(printed).toMatch(/^ {2}not-strict \/properties\/labels: /m)
    expect(printed).toMatch(/^ {2}described \/properties\/priority: One of: 1, 2, 3\.$/m)
  })
})
