import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { replaceFile } from '../../src/types/facts-file/replace-file.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'replace-file-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

describe('replaceFile', () => {
  it('writes a file in a folder that it makes', async () => {
    const file = join(folder, 'a', 'b', 'file.json')
    await replaceFile(file, '{}')
    expect(readFileSync(file, 'utf8')).toBe('{}')
    expect(readdirSync(join(folder, 'a', 'b'))).toEqual(['file.json'])
  })

  it.skipIf(process.platform === 'win32').each([0o600, 0o640, 0o666])(
    'keeps a link a link, and mode %o of the file',
    async (mode) => {
      const [file, link] = [join(folder, 'file'), join(folder, 'link')]
      writeFileSync(file, 'old')
      chmodSync(file, mode)
      symlinkSync(file, link)
      await replaceFile(link, 'new')
      expect(lstatSync(link).isSymbolicLink()).toBe(true)
      expect(readFileSync(file, 'utf8')).toBe('new')
      expect(statSync(file).mode & 0o777).toBe(mode)
    },
  )

  it('lets writers at once each write a whole file', async () => {
    const file = join(folder, 'file')
    const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(50_000))
    await Promise.all(texts.map((text) => replaceFile(file, text)))
    expect(texts).toContain(readFileSync(file, 'utf8'))
    expect(readdirSync(folder)).toEqual(['file'])
  })

  it('leaves nothing behind when it fails', async () => {
    const taken = join(folder, 'taken')
    mkdirSync(join(taken, 'inside'), { recursive: true })
    await expect(replaceFile(taken, 'new')).rejects.toThrow(/EISDIR|ENOTEMPTY|EPERM|EEXIST/)
    expect(readdirSync(folder)).toEqual(['taken'])
  })
})
