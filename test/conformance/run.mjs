// Holds both sides of the protocol to the official conformance suite: whatever fails stands in expected-failures.json with
// its reason, and nothing stands there that passes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

import { judge, listScenarios } from './suite.mjs'

const revisions = ['2025-11-25', '2026-07-28']
/** Scenarios of clients about what this one has none of: the operator says the headers of a server, and skills are no tools. */
const elsewhere = ['auth/', 'sep-2640-']
const here = fileURLToPath(new URL('./', import.meta.url))
const expected = JSON.parse(readFileSync(join(here, 'expected-failures.json'), 'utf8'))
const temporary = fileURLToPath(new URL('../../.tmp/', import.meta.url))
mkdirSync(temporary, { recursive: true })
const folder = mkdtempSync(join(temporary, 'conformance-'))

for (const { reason, checks } of expected) {
  if (reason === undefined || reason === '') throw new Error(`No reason for ${checks.join(', ')}.`)
}

const surprises = []
try {
  for (const revision of revisions) await judgeServer(revision)
  for (const revision of revisions) await judgeClient(revision)
} finally {
  rmSync(folder, { recursive: true })
}
for (const surprise of surprises) console.error(surprise)
process.exitCode = surprises.length === 0 ? 0 : 1

async function judgeServer(revision) {
  const log = openSync(join(folder, `server-${revision}.log`), 'w')
  const stdio = ['ignore', 'pipe', log]
  const server = spawn(process.execPath, [join(here, 'server.mjs')], { stdio })
  const end = once(server, 'exit')
  try {
    const [url] = await once(createInterface(server.stdout), 'line')
    const args = ['--url', url, '--suite', 'all']
    const of = join(folder, `server-${revision}`)
    report('server', revision, await judge('server', { revision, folder: of, args }))
  } finally {
    server.kill()
    await end
  }
}

async function judgeClient(revision) {
  const scenarios = await listScenarios('client', revision)
  const command = `${process.execPath} ${join(here, 'client.mjs')}`
  const of = join(folder, `client-${revision}`)
  let verdicts
  for (const scenario of scenarios) {
    if (elsewhere.some((prefix) => scenario.startsWith(prefix))) continue
    const args = ['--command', command, '--scenario', scenario]
    verdicts = await judge('client', { revision, folder: of, args })
  }
  report('client', revision, verdicts)
}

/** Says how a side did, and notes whatever is not as expected. */
function report(side, revision, { scenarios, passed, failed }) {
  const entries = expected.filter((entry) => entry[side]?.includes(revision))
  const known = new Set(entries.flatMap(({ checks }) => checks))
  const words = `${scenarios.size} scenarios, ${passed.length} checks passed, ${failed.size} failed`
  console.log(`${side} ${revision}: ${words}, of which ${known.size} are expected to`)
  for (const [name, message] of failed) {
    if (!known.has(name)) surprises.push(`${side} ${revision}: ${name} fails. ${message}`)
  }
  for (const name of known) {
    if (failed.has(name)) continue
    surprises.push(
      `${side} ${revision}: ${name} does not fail. Remove it from expected-failures.json.`,
    )
  }
}
