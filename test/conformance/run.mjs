// Holds both sides of the protocol to the official conformance suite: whatever fails stands in expected-failures.json with
// its reason, and nothing stands there that passes. Every scenario that the suite lists comes to a verdict, or is left out here.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

import { judge, listScenarios } from './suite.mjs'

const revisions = ['2025-11-25', '2026-07-28']
/** Scenarios of clients about what this one has none of: the operator says the headers of a server. */
const elsewhere = ['auth/']
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
    const verdicts = await judge('server', { revision, folder: of, args })
    report('server', revision, { ...verdicts, listed: await listScenarios('server', revision) })
  } finally {
    server.kill()
    await end
  }
}

async function judgeClient(revision) {
  const all = await listScenarios('client', revision)
  const listed = all.filter((name) => !elsewhere.some((prefix) => name.startsWith(prefix)))
  const command = `${process.execPath} ${join(here, 'client.mjs')}`
  const of = join(folder, `client-${revision}`)
  let verdicts
  for (const scenario of listed) {
    const args = ['--command', command, '--scenario', scenario]
    verdicts = await judge('client', { revision, folder: of, args })
  }
  report('client', revision, { ...verdicts, listed })
}

/** Says how a side did, and notes whatever is not as expected. */
function report(side, revision, { listed, scenarios, passed, failed }) {
  const entries = expected.filter((entry) => entry[side]?.includes(revision))
  const known = new Set(entries.flatMap(({ checks }) => checks))
  const words = `${scenarios.size} scenarios, ${passed.length} checks passed, ${failed.size} failed`
  console.log(`${side} ${revision}: ${words}, of which ${known.size} are expected to`)
  for (const name of listed) {
    if (scenarios.has(name)) continue
    surprises.push(`${side} ${revision}: ${name} came to no verdict: the suite did not run it.`)
  }
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
