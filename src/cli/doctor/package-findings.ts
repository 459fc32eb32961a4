import { satisfies } from 'semver'

import type { OwnPackage } from '../own-package.js'
import type { Finding } from './finding.js'
import { findAllCopies, findCopy, type InstalledCopy } from './installed-copies.js'

/** Packages that keep what decorators record: two copies are two memories, and what is in one is not seen in the other. */
const recordKeepers: ReadonlySet<string> = new Set([
  'class-validator',
  'class-transformer',
  'inversify',
  'reflect-metadata',
])

/** Whether the peers are there, in a version that works, and once. */
export function packageFindings(project: string, own: OwnPackage): readonly Finding[] {
  const copies = findAllCopies(project, Object.keys(own.peers))
  return Object.entries(own.peers).map(([name, range]) => {
    const used = findCopy(project, name)
    if (used === undefined) return missing(name, range, own)
    return (
      wrongVersion(name, range, used) ??
      otherCopy(name, used, findCopy(own.folder, name)) ??
      severalCopies(name, copies.get(name) ?? []) ?? {
        subject: name,
        state: 'good',
        message: `${used.version} is installed.`,
      }
    )
  })
}

function missing(name: string, range: string, { optionalPeers }: OwnPackage): Finding {
  const fix = `npm install ${name}@"${range}"`
  return optionalPeers.has(name)
    ? { subject: name, state: 'good', message: 'is not installed; it is optional.' }
    : { subject: name, state: 'bad', message: 'is not installed.', fix }
}

function wrongVersion(
  name: string,
  range: string,
  { version }: InstalledCopy,
): Finding | undefined {
  if (satisfies(version, range, { includePrerelease: true })) return undefined
  const message = `${version} is installed, and ${range} is needed.`
  return { subject: name, state: 'bad', message, fix: `npm install ${name}@"${range}"` }
}

function otherCopy(
  name: string,
  used: InstalledCopy,
  ours: InstalledCopy | undefined,
): Finding | undefined {
  if (!recordKeepers.has(name) || ours === undefined || ours.folder === used.folder)
    return undefined
  return {
    subject: name,
    state: 'bad',
    message: `the app uses the copy in ${used.folder}, tallystick the one in ${ours.folder}.`,
    fix: `Let both resolve to one copy (npm dedupe ${name}); decorators of one copy are not seen by the other.`,
  }
}

function severalCopies(name: string, copies: readonly InstalledCopy[]): Finding | undefined {
  if (!recordKeepers.has(name) || copies.length < 2) return undefined
  const places = copies.map(({ folder, version }) => `${folder} (${version})`).join(', ')
  return {
    subject: name,
    state: 'caution',
    message: `${copies.length.toString()} copies are installed: ${places}.`,
    fix: `A tool class that imports another copy is not seen. Keep one: npm dedupe ${name}.`,
  }
}
