// Installs what each sample has of its own and compiles it; with --check nothing is written. Names of samples leave out the
// others.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

const given = process.argv.slice(2)
const isCheck = given.includes('--check')
const named = given.filter((argument) => argument !== '--check')
const all = readdirSync('samples').filter((name) => existsSync(`samples/${name}/tsconfig.json`))
const unknown = named.filter((name) => !all.includes(name))
if (unknown.length > 0) fail(`There is no sample ${unknown.join(', ')}.`)

// What installs every SDK there is waits until somebody asks for it.
const usual = isCheck ? all : all.filter((name) => name !== 'adapters')

for (const name of named.length === 0 ? usual : named) {
  const folder = `samples/${name}`
  if (existsSync(`${folder}/package.json`)) {
    run('npm', ['install', '--prefix', folder, '--no-save', '--silent'])
  }
  run('npx', ['tsc', '-p', folder, ...(isCheck ? ['--noEmit'] : [])])
}

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) fail(`${command} ${args.join(' ')} failed.`)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
