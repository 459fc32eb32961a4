import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

import { manifestSchema } from '../../src/manifest/index.js'
import { fixture, run } from './run.js'
import { shopManifest } from './shop-manifest.js'

const { path, folder, runShop, edit, drafted } = shopManifest()

describe('tallystick manifest draft', () => {
  it('writes a manifest of every tool that checks clean', async () => {
    const draft = await runShop(['manifest', 'draft', '--name', 'shop'])
    expect(draft.stdout).toBe(
      `Wrote tools.yaml (tools: 2) and tools.contracts.json. Review every grant before you commit both.`,
    )
    expect(parse(readFileSync(path(), 'utf8'))).toMatchObject({ metadata: { name: 'shop' } })
    expect(await runShop(['check'])).toMatchObject({ exitCode: 0, stderr: '' })
  })

  it('never writes over a reviewed document', async () => {
    writeFileSync(path(), 'reviewed')
    const draft = await runShop(['manifest', 'draft'])
    expect(draft.exitCode).toBe(2)
    expect(draft.stderr).toContain('tallystick manifest update')
    expect(readFileSync(path(), 'utf8')).toBe('reviewed')
  })

  it('never writes over the contracts of another one', async () => {
    const contracts = join(folder(), 'tools.contracts.json')
    writeFileSync(contracts, 'reviewed')
    const draft = await runShop(['manifest', 'draft'])
    expect(draft.exitCode).toBe(2)
    expect(draft.stderr).toContain(contracts)
    expect(existsSync(path())).toBe(false)
  })

  it('prints instead where it is asked to', async () => {
    const draft = await runShop(['manifest', 'draft', '--stdout'])
    expect(parse(draft.stdout)).toMatchObject({ kind: 'ToolManifest' })
    expect(existsSync(path())).toBe(false)
  })
})

describe('tallystick check', () => {
  it('shows each tool with grant, effect and contract, and the digest', async () => {
    await drafted()
    const { stdout } = await runShop(['check'])
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'TOOL        GRANT    EFFECT  CONTRACT',
      'shop/order  granted  write   reviewed',
      'shop/price  granted  read    reviewed',
    ])
    expect(stdout).toMatch(/Code and manifest agree\. Digest [0-9a-f]{64}$/)
  })

  it('exits with 1 and names path and fix of each disagreement [CLI-01]', async () => {
    await drafted()
    edit('tool://shop/price', 'tool://shop/prize')
    const { exitCode, stdout } = await runShop(['check'])
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(/^shop\/price +not granted +read +none$/m)
    expect(stdout).toMatch(/^shop\/prize +granted +not implemented +none$/m)
    expect(stdout).toContain('fix: Review it and run `tallystick manifest update --add`')
    expect(stdout).toMatch(/at tools\.yaml:\d+:\d+/)
    expect(stdout).toMatch(/2 disagreements\.$/)
  })

  it('says what changed in a contract, where and whether it breaks', async () => {
    await drafted()
    await acceptedOnce((contract) => {
      contract['inputSchema'] = {
        type: 'object',
        properties: { sku: { type: 'string', maxLength: 8 } },
        additionalProperties: false,
      }
    })
    const { stdout } = await runShop(['check'])
    expect(stdout).toMatch(/^shop\/order +granted +write +changed$/m)
    expect(stdout).toMatch(/inputSchema\.properties\.sku\.maxLength: 8 -> nothing \(widened\)/)
    expect(stdout).toMatch(/inputSchema\.required: .* \(narrowed, breaking\)/)
  })

  it('minds tools that say nothing to a model only where it is strict [SCH-07]', async () => {
    await drafted()
    expect((await runShop(['check'])).exitCode).toBe(0)
    const { exitCode, stdout } = await runShop(['check', '--strict'])
    expect(exitCode).toBe(1)
    expect(stdout).toContain('lint shop/order: its argument "sku" has no description.')
    expect(stdout).toMatch(/2 lints\.$/)
  })

  it('prints all of it as JSON', async () => {
    await drafted()
    edit('effect: write', 'effect: read')
    const { stdout } = await runShop(['check', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      agrees: false,
      tools: [{ id: 'shop/order', effect: 'write', grant: { effect: 'read' } }, {}],
      disagreements: [{ kind: 'laxer-effect', toolId: 'shop/order', severity: 'high' }],
    })
  })

  it('annotates lines for GitHub, one each, with what would break the line escaped', async () => {
    await drafted()
    edit('effect: write', 'effect: read')
    const { stdout } = await runShop(['check', '--format', 'github', '--strict'])
    const [error, ...lints] = stdout.split('\n')
    expect(error).toMatch(
      /^::error file=tools\.yaml,line=\d+,col=\d+,title=laxer-effect::shop\/order: /,
    )
    expect(error).toContain('%0A')
    expect(lints).not.toEqual([])
    expect(lints.every((line) => line.startsWith('::warning file=tools.yaml,title=lint::'))).toBe(
      true,
    )
  })

  it('prints nothing for GitHub when there is nothing to mend', async () => {
    await drafted()
    expect((await runShop(['check', '--format', 'github'])).stdout).toBe('')
  })

  it('prints SARIF 2.1.0 whose results name declared rules, files and lines', async () => {
    await drafted()
    edit('effect: write', 'effect: read')
    const { stdout } = await runShop(['check', '--format', 'sarif', '--strict'])
    const log = JSON.parse(stdout) as Sarif
    const [{ tool, results } = { tool: { driver: { rules: [] } }, results: [] }] = log.runs
    const rules = new Set(tool.driver.rules.map(({ id }) => id))
    expect(log.version).toBe('2.1.0')
    expect(results.every(({ ruleId }) => rules.has(ruleId))).toBe(true)
    expect(results[0]).toMatchObject({
      ruleId: 'laxer-effect',
      level: 'error',
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: 'tools.yaml' }, region: { startLine: 11 } },
        },
      ],
    })
  })

  it.each([
    ['that is not there', undefined, /there is no such file/],
    ['that is empty', '', /tools\.yaml/],
    ['that is no YAML', 'a: [', /tools\.yaml:\d+:\d+/],
    ['with a field it does not know', 'apiVersion: tallystick/v1\nkindd: x', /"kindd"/],
  ])('fails closed on a manifest %s, without a stack [MAN-01]', async (_what, text, words) => {
    if (text !== undefined) writeFileSync(path(), text)
    const { exitCode, stdout, stderr } = await runShop(['check'])
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
    expect(stderr).toMatch(words)
    expect(stderr).not.toMatch(/^\s+at /m)
  })
})

describe('tallystick manifest diff and update', () => {
  it('have nothing to say while the code is what was reviewed', async () => {
    await drafted()
    expect((await runShop(['manifest', 'diff'])).stdout).toBe('Nothing to accept.')
  })

  it('show and accept a changed contract, and the check passes again', async () => {
    await drafted()
    await acceptedOnce((contract) => {
      contract['effect'] = 'idempotent'
    })
    const diff = await runShop(['manifest', 'diff', '--exit-code'])
    expect(diff.exitCode).toBe(1)
    expect(diff.stdout).toContain('effect: "idempotent" -> "write"')
    const update = await runShop(['manifest', 'update'])
    expect(update.stdout).toContain('effect: "idempotent" -> "write"')
    expect(update.stdout).toMatch(/\nWrote (\S+)\.yaml and \1\.contracts\.json\.$/)
    expect((await runShop(['check'])).exitCode).toBe(0)
  })

  it('keep what a reviewer wrote to the letter', async () => {
    await drafted()
    const reviewed = readFileSync(path(), 'utf8')
    edit('description: Orders an article.', 'description: Orders. Ask first. # said by legal')
    await runShop(['manifest', 'update'])
    expect(readFileSync(path(), 'utf8')).toBe(
      reviewed.replace(
        'description: Orders an article.',
        'description: Orders. Ask first. # said by legal',
      ),
    )
  })

  it('grant new tools only where that is asked for', async () => {
    await drafted()
    edit(/ {4}- ref: tool:\/\/shop\/price[^]*/, '')
    await runShop(['manifest', 'update'])
    const plain = await runShop(['manifest', 'update'])
    expect(plain.stdout).toMatch(
      /^Nothing to accept\.\nopen {3}shop\/price: it is implemented, and the manifest does not/,
    )
    expect((await runShop(['check'])).exitCode).toBe(1)
    const added = await runShop(['manifest', 'update', '--add', '--json'])
    expect(JSON.parse(added.stdout)).toMatchObject({ changes: [{ kind: 'tool-added' }], open: [] })
    expect((await runShop(['check'])).exitCode).toBe(0)
  })

  it('compare two files', async () => {
    await drafted()
    const before = join(folder(), 'before.yaml')
    writeFileSync(before, readFileSync(path()))
    edit('Orders an article.', 'Orders many articles.')
    const { stdout } = await run(['manifest', 'diff', before, path(), '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      changes: [{ kind: 'wording', toolId: 'shop/order' }],
      open: [],
    })
    expect((await run(['manifest', 'diff', before])).exitCode).toBe(2)
  })

  it('keep a link a link, and who may read the file', async () => {
    await drafted()
    const link = join(folder(), 'link.yaml')
    symlinkSync(path(), link)
    chmodSync(path(), 0o600)
    await run(['manifest', 'update', '--app', fixture('shop.ts'), '--manifest', link])
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(statSync(path()).mode & 0o777).toBe(0o600)
  })

  it('leave the document as it is when it is none', async () => {
    writeFileSync(path(), 'kind: [')
    const update = await runShop(['manifest', 'update'])
    expect(update.exitCode).toBe(1)
    expect(readFileSync(path(), 'utf8')).toBe('kind: [')
  })
})

describe('tallystick manifest digest and schema', () => {
  it('print the digest that check prints, whatever the formatting', async () => {
    await drafted()
    const { stdout } = await run(['manifest', 'digest', path()])
    edit('metadata:', '# a comment\nmetadata:')
    expect((await run(['manifest', 'digest', path()])).stdout).toBe(stdout)
    expect((await runShop(['check'])).stdout).toContain(stdout)
  })

  it('print a schema that a drafted manifest satisfies', async () => {
    await drafted()
    const { stdout } = await run(['manifest', 'schema'])
    expect(JSON.parse(stdout)).toEqual(manifestSchema())
    const isValid = new Ajv2020({ strict: false }).compile(JSON.parse(stdout) as object)
    expect(isValid(parse(readFileSync(path(), 'utf8')))).toBe(true)
  })
})

interface Sarif {
  readonly version: string
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } }
    readonly results: readonly { readonly ruleId: string }[]
  }[]
}

/** Makes the manifest one that a person reviewed when the contract of the order was another. */
async function acceptedOnce(change: (contract: Record<string, unknown>) => void): Promise<void> {
  const { digestContract } = await import('../../src/registry/contract/contract.js')
  const file = join(folder(), 'tools.contracts.json')
  const document = JSON.parse(readFileSync(file, 'utf8')) as {
    contracts: Record<string, Record<string, unknown>>
  }
  const digest = /shop\/order[^]*?contract: (\S+)/.exec(readFileSync(path(), 'utf8'))?.[1] ?? ''
  const contract = document.contracts[digest] ?? {}
  change(contract)
  const changed = digestContract(contract as never)
  const others = Object.entries(document.contracts).filter(([known]) => known !== digest)
  const contracts = { ...Object.fromEntries(others), [changed]: contract }
  writeFileSync(file, JSON.stringify({ ...document, contracts }))
  edit(digest, changed)
}
