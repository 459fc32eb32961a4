import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { contractsDocument, contractsPath } from '../../src/manifest/contract/contract-book.js'
import { contractDigest } from '../../src/registry/contract/contract.js'
import { loadContracts } from '../../src/manifest/read/load-contracts.js'
import { manifestOf, registryOf, tool } from './tools.js'

/** The path of a manifest in a folder of its own, and that of the contracts beside it. */
function freshPaths(): { readonly manifest: string; readonly contracts: string } {
  const manifest = join(mkdtempSync(join(tmpdir(), 'tallystick-')), 'tallystick.yaml')
  return { manifest, contracts: contractsPath(manifest) }
}

describe('loadContracts', () => {
  it('reads the contracts beside a manifest', async () => {
    const { manifest, contracts } = freshPaths()
    const contract = contractDigest(tool())
    writeFileSync(contracts, contractsDocument(manifestOf({ contract }), registryOf(tool())))
    expect([...(await loadContracts(manifest)).keys()]).toEqual([contract])
  })

  it('takes no file for no contracts, which is no fault', async () => {
    const book = await loadContracts(freshPaths().manifest)
    expect([book.size, book.fault]).toEqual([0, undefined])
  })

  it('says of a file that is no such file what is wrong with it', async () => {
    const { manifest, contracts } = freshPaths()
    writeFileSync(contracts, '{')
    const { fault } = await loadContracts(manifest)
    expect(fault).toEqual({ message: `${contracts}: it is not JSON` })
  })

  it('says of a file that cannot be read why', async () => {
    const { manifest, contracts } = freshPaths()
    mkdirSync(contracts)
    expect((await loadContracts(manifest)).fault?.message).toBe(`${contracts}: it is not a file`)
    writeFileSync(manifest, '')
    const inside = await loadContracts(join(manifest, 'tallystick.yaml'))
    expect(inside.fault?.message).toMatch(/: it cannot be read \(ENOTDIR\)$/)
  })

  it.skipIf(process.platform === 'win32')('does not wait for a named pipe', async () => {
    const { manifest, contracts } = freshPaths()
    execFileSync('sh', ['-c', 'mkfifo "$0"', contracts])
    expect((await loadContracts(manifest)).fault?.message).toBe(`${contracts}: it is not a file`)
  })
})
