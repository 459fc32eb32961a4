// The official conformance suite as programs: it needs a newer Node.js than this package does.
import { execFile, execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const installed = './node_modules/@modelcontextprotocol/conformance/dist/index.js'
const program = fileURLToPath(new URL(installed, import.meta.url))
const longestMs = 60_000

let newerNode

/** The path of a Node.js that the suite runs on. */
export function findNode() {
  if (Number.parseInt(process.versions.node, 10) >= 22) return process.execPath
  const print = ['--yes', 'node@24', '--print', 'process.execPath']
  return (newerNode ??= execFileSync('npx', print, { encoding: 'utf8' }).trim())
}

/** What the suite prints; that it found failures is no failure of it. */
function runSuite(args) {
  return new Promise((resolve, reject) => {
    const options = { timeout: longestMs, maxBuffer: 64 * 1024 * 1024 }
    execFile(findNode(), [program, ...args], options, (error, stdout, stderr) => {
      if (error === null || error.code === 1) resolve(stdout)
      else
        reject(new Error(`The suite ended unexpectedly.\n${stdout}\n${stderr}`, { cause: error }))
    })
  })
}

/** The scenarios of a revision for one side, by their names. There always are some: a list that is not understood is no list. */
export async function listScenarios(side, revision) {
  const text = await runSuite(['list', `--${side}`, '--spec-version', revision])
  const names = [...text.matchAll(/^ {2}- (\S+) \[/gm)].map(([, name]) => name)
  if (names.length === 0) throw new Error(`The suite lists no ${side} scenarios.\n${text}`)
  return names
}

/**
 * Runs scenarios and reads their verdicts.
 * @returns the names of the scenarios that came to a verdict, which takes a check that passed or failed, and of those checks,
 * `scenario:check`, those that failed with the reason
 */
export async function judge(side, { revision, folder, args }) {
  const output = ['--spec-version', revision, '--output-dir', folder]
  await runSuite([side, ...args, ...output])
  const verdicts = readdirSync(folder).flatMap((name) => readVerdicts(side, join(folder, name)))
  const failed = namesOf(verdicts, 'FAILURE')
  const passed = [...namesOf(verdicts, 'SUCCESS').keys()].filter((name) => !failed.has(name))
  return { scenarios: judgedOf(verdicts), passed, failed }
}

function judgedOf(verdicts) {
  const judged = verdicts.filter(({ status }) => status === 'SUCCESS' || status === 'FAILURE')
  return new Set(judged.map(({ scenario }) => scenario))
}

function readVerdicts(side, folder) {
  const [, scenario] = /([^/]+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(folder) ?? []
  const checks = JSON.parse(readFileSync(join(folder, 'checks.json'), 'utf8'))
  const name = side === 'server' ? scenario.replace(/^server-/, '') : scenario
  return checks.map(({ id, status, errorMessage }) => ({
    scenario: name,
    id,
    status,
    errorMessage,
  }))
}

function namesOf(verdicts, wanted) {
  const entries = verdicts
    .filter(({ status }) => status === wanted)
    .map(({ scenario, id, errorMessage = '' }) => [`${scenario}:${id}`, errorMessage])
  return new Map(entries)
}
