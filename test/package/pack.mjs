// Packs what was built to one fixed path, so that the package is judged and tried as users get it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const tarballPath = join(root, '.tmp', 'tallystick.tgz')

/** Packs the package as it is built now; gives the path of the tarball. */
export function packPackage() {
  mkdirSync(join(root, '.tmp'), { recursive: true })
  const folder = mkdtempSync(join(root, '.tmp', 'pack-'))
  const flags = ['--json', '--ignore-scripts', '--pack-destination', folder]
  const report = execFileSync('npm', ['pack', ...flags], { cwd: root, encoding: 'utf8' })
  const [{ filename }] = JSON.parse(report)
  renameSync(join(folder, filename), tarballPath)
  rmSync(folder, { recursive: true })
  return tarballPath
}

if (argv[1] !== undefined && resolve(argv[1]) === fileURLToPath(import.meta.url)) packPackage()
