// Holds the types of every subpath to the report that is checked in; with --local the reports are written anew.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'

const configs = [
  'api-extractor.json',
  ...readdirSync('etc')
    .filter((name) => name.endsWith('.api-extractor.json'))
    .map((name) => `etc/${name}`),
]
const options = process.argv.slice(2)

const failed = configs.filter((config) => {
  const args = ['api-extractor', 'run', ...options, '-c', config]
  return spawnSync('npx', args, { stdio: 'inherit' }).status !== 0
})
if (failed.length > 0) {
  console.error(
    `The API differs from its report: ${failed.join(', ')}. Look at it, then run \`npm run api\`.`,
  )
  process.exit(1)
}
