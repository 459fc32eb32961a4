// Measures what the layers of the built package cost in time and memory. Run with --expose-gc.
import { writeFileSync } from 'node:fs'

import { describeMachine } from '../machine.js'
import { benchLayerCost } from './layer-cost.js'
import { benchLayerHeap } from './layer-heap.js'

const report = [
  '# Benchmark results of the layers',
  '',
  'Written by `npm run bench:layers`. Multiples inside one run are comparable; microseconds belong to the machine.',
  '',
  describeMachine(),
  '',
  await benchLayerCost(),
  '',
  await benchLayerHeap(),
  '',
].join('\n')

writeFileSync(new URL('../../layers-results.md', import.meta.url), report)
process.stdout.write(report)
