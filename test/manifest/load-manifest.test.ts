import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { loadManifest } from '../../src/manifest/read/load-manifest.js'
import { documentData } from './documents.js'
import { laterProblemsOf } from './problems-of.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-'))

function fileWith(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const text = JSON.stringify(documentData())

describe('loadManifest', () => {
  it.each([
    ['a file', text],
    ['a file that begins with a byte order mark', `\ufeff${text}`],
    [
      'a file with Windows line ends',
      JSON.stringify(documentData(), undefined, 2).replaceAll('\n', '\r\n'),
    ],
  ])('reads %s', async (what, content) => {
    const manifest = await loadManifest(fileWith(`${what}.yaml`, content))
    expect(manifest.metadata.name).toBe('shop')
  })

  it.each([
    ['a file that is missing', join(folder, 'none.yaml'), 'there is no such file.'],
    ['a folder', folder, 'it is not a file.'],
    [
      'a file inside of a file',
      join(fileWith('a.yaml', ''), 'b.yaml'),
      'it cannot be read (ENOTDIR).',
    ],
    [
      'bytes that are not UTF-8',
      fileWith('latin.yaml', Buffer.from([0x61, 0xe4])),
      'it is not UTF-8 text.',
    ],
    [
      'UTF-16',
      fileWith('wide.yaml', Buffer.from(`\ufeff${text}`, 'utf16le')),
      'it is not UTF-8 text.',
    ],
    [
      'a file that is too large',
      fileWith('large.yaml', Buffer.alloc(1024 * 1024 + 1, ' ')),
      'it is larger than 1 MiB.',
    ],
  ])('fails closed on %s [MAN-01]', async (_what, path, message) => {
    expect(await laterProblemsOf(loadManifest(path))).toMatchObject([{ subject: path, message }])
  })

  it.skipIf(process.platform === 'win32')('does not wait for a named pipe', async () => {
    const path = join(folder, 'pipe')
    execFileSync('sh', ['-c', 'mkfifo "$0"', path])
    expect(await laterProblemsOf(loadManifest(path))).toMatchObject([
      { message: 'it is not a file.' },
    ])
  })

  it('names the file in what is wrong with the document', async () => {
    const path = fileWith('broken.yaml', 'apiVersion: 1\n')
    const [first] = await laterProblemsOf(loadManifest(path))
    expect(first?.subject).toBe(`${path}:1:1`)
  })
})
