import { execFileSync } from 'node:child_process'

/** The program of Node 24, fetched where it is not there; undefined where that cannot be. */
export function findNode24(): string | undefined {
  try {
    const given = ['--yes', '-p', 'node@24', 'node', '-p', 'process.execPath']
    return execFileSync('npx', given, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}
