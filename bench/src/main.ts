// Measures the built package against what a user would write without it. class-validator, class-transformer and
// inversify come from the root's node_modules: a second copy here would be a second metadata store.
import 'reflect-metadata'
import { writeFileSync } from 'node:fs'
import { benchDispatch } from './dispatch-bench.js'
import { benchJournal } from './journal/journal-bench.js'
import { describeMachine } from './machine.js'
import { benchRefusal } from './refusal-bench.js'
import { benchTypes } from './types/types-bench.js'

const report = [
  '# Benchmark results',
  '',
  'Written by `npm run bench`. Ratios inside one run are comparable; microseconds belong to the machine.',
  '',
  describeMachine(),
  '',
  await benchDispatch(),
  '',
  await benchRefusal(),
  '',
  benchTypes(),
  '',
  await benchJournal(),
  '',
].join('\n')

writeFileSync(new URL('../results.md', import.meta.url), report)
process.stdout.write(report)
