// Makes a project of each template by the packed package, and installs, tests and runs it as its author would. Run by
// `npm run test:init`; the package must have been built.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packPackage } from '../package/pack.mjs'

const tarball = packPackage()
const workshop = mkdtempSync(join(tmpdir(), 'tallystick-init-'))
const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline']

try {
  // The command of the release is the one that makes the projects.
  npm(workshop, 'init', '--yes')
  npm(workshop, 'install', ...quiet, '--ignore-scripts', '--omit=peer', tarball)
  await tryTemplate('inversify', expectCalls, 'src/tools/add-task.ts')
  await tryTemplate(
    'mcp',
    (folder) => expectServer(folder, 'mcp', 'serving 2 tools on http://'),
    'src/tools/add-task.ts',
  )
  await tryTemplate(
    'nestjs',
    (folder) => expectServer(folder, 'nestjs', 'serving tools on http://'),
    'src/tasks/add-task-dto.ts',
  )
} finally {
  rmSync(workshop, { recursive: true, force: true })
}

async function tryTemplate(template, expectStart, ruled) {
  const folder = join(workshop, template)
  const bin = join('node_modules', 'tallystick', 'dist', 'cli', 'main.js')
  expectRun(workshop, [process.execPath, bin, 'init', template, '--template', template], {
    name: `${template}: init`,
  })
  // The release that it depends on is the one that is tried.
  npm(folder, 'install', ...quiet, tarball)
  expectRun(folder, ['npm', 'test'], { name: `${template}: npm test` })
  expectRun(folder, ['npm', 'run', 'check'], { name: `${template}: npm run check` })
  await expectStart(folder)
  expectReview(folder, template, ruled)
}

/** A rule that is not what was reviewed is noticed, until somebody accepts it. */
function expectReview(folder, template, ruled) {
  const path = join(folder, ruled)
  writeFileSync(path, readFileSync(path, 'utf8').replace('@Length(1, 200)', '@Length(1, 300)'))
  const { status, stdout, stderr } = run(folder, ['npm', 'run', 'check'])
  const isNoticed = status === 1 && stdout.includes('title.maxLength: 200 -> 300')
  report(`${template}: npm run check notices a changed rule`, isNoticed, `${stdout}${stderr}`)
  expectRun(folder, ['npx', 'tallystick', 'manifest', 'update'], { name: `${template}: update` })
  expectRun(folder, ['npm', 'run', 'check'], { name: `${template}: npm run check, after it` })
}

function expectCalls(folder) {
  const text = "value: [ 'Water the plants' ]"
  expectRun(folder, ['npm', 'start'], { name: 'inversify: npm start', text })
}

/** Waits for what the server says first, and ends it. */
async function expectServer(folder, template, first) {
  const server = spawn('npm', ['start'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = await new Promise((resolve) => {
    let text = ''
    const read = (chunk) => {
      text += chunk
      if (text.includes(first)) resolve(text)
    }
    server.stdout.on('data', read)
    server.stderr.on('data', read)
    server.on('close', () => resolve(text))
  })
  report(`${template}: npm start`, output.includes(first), output)
  const isClosed = new Promise((resolve) => server.on('close', resolve))
  if (server.exitCode === null) process.kill(-server.pid)
  await isClosed
}

function npm(cwd, ...parameters) {
  execFileSync('npm', parameters, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

function run(cwd, [program, ...parameters]) {
  return spawnSync(program, parameters, { cwd, encoding: 'utf8', timeout: 300_000 })
}

function expectRun(cwd, command, { name, text = '' }) {
  const { status, stdout, stderr } = run(cwd, command)
  const output = `${stdout}${stderr}`
  report(name, status === 0 && output.includes(text), output)
}

function report(name, isMet, output) {
  console.log(`${isMet ? 'ok    ' : 'not ok'} ${name}`)
  if (isMet) return
  console.log(output.replaceAll(/^/gm, '       '))
  process.exitCode = 1
}
