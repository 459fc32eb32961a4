// Measures the built package, as an MCP server, against the official SDK alone and the peer for NestJS.
import 'reflect-metadata'
import { writeFileSync } from 'node:fs'

import { describeMachine } from '../machine.js'
import { benchCalls } from './call-bench.js'
import { benchList } from './list-bench.js'

const report = [
  '# Benchmark results of MCP',
  '',
  'Written by `npm run bench:mcp`. Ratios inside one run are comparable; microseconds belong to the machine.',
  '',
  describeMachine(['@modelcontextprotocol/server', '@rekog/mcp-nest', '@nestjs/core', 'zod']),
  '',
  await benchCalls(),
  '',
  await benchList(),
  '',
].join('\n')

writeFileSync(new URL('../../mcp-results.md', import.meta.url), report)
process.stdout.write(report)
process.exit()
