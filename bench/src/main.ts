// Measures the built package against what a user would write without it. class-validator, class-transformer and
// inversify come from the root's node_modules: a second copy here would be a second metadata store.
import 'reflect-metadata'
import { readFileSync, writeFileSync } from 'node:fs'
import { benchCalls } from './calls/calls-bench.js'
import { benchCatalogue } from './catalogue/catalogue-bench.js'
import { benchCompile } from './compile/compile-bench.js'
import { benchJournal } from './journal/journal-bench.js'
import { describeMachine } from './machine.js'
import { benchRefusal } from './refusal-bench.js'
import { benchStart } from './start/start-bench.js'
import { benchTypes } from './types/types-bench.js'

/** The parts of the results, in order; `npm run bench -- calls types` runs some and leaves the others as they are. */
const parts: Readonly<Record<string, () => string | Promise<string>>> = {
  calls: benchCalls,
  hostile: benchRefusal,
  start: benchStart,
  catalogue: benchCatalogue,
  compile: benchCompile,
  types: benchTypes,
  journal: benchJournal,
}

const file = new URL('../results.md', import.meta.url)
const before = readParts(readFileSync(file, 'utf8'))
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')} of the results.`)
const report = [
  '# Benchmark results',
  '',
  'Written by `npm run bench`. Ratios inside one run are comparable; microseconds belong to the machine.',
  `\`npm run bench -- start compile\` writes these two parts anew and leaves the others; there are ${Object.keys(parts).join(', ')}.`,
  '',
  describeMachine(),
]
for (const [name, run] of Object.entries(parts)) {
  const isAsked = asked.length === 0 || asked.includes(name)
  const text = isAsked ? await run() : (before.get(name) ?? '')
  report.push('', `<!-- ${name} -->`, '', text)
}

writeFileSync(file, `${report.join('\n').trimEnd()}\n`)
process.stdout.write(`${report.join('\n')}\n`)

/** What a file of results has of each part. */
function readParts(text: string): ReadonlyMap<string, string> {
  const [, ...found] = text.split(/^<!-- (\w+) -->$/m)
  return new Map(
    found.flatMap((name, index) =>
      index % 2 === 0 ? [[name, found[index + 1]?.trim() ?? '']] : [],
    ),
  )
}
