import { describe, expect, it } from 'vitest'

import { fixture, run } from './run.js'
import { shopManifest } from './shop-manifest.js'

const { folder, runShop, edit, drafted } = shopManifest()

describe('the tools of an app that has a manifest', () => {
  it('are listed, described and called as they are granted', async () => {
    await drafted()
    edit('description: Orders an article.', 'description: Orders. Ask first.')
    expect((await runShop(['list', 'order'])).stdout).toMatch(/shop\/order .* Orders\.$/m)
    expect((await runShop(['describe', 'shop/order'])).stdout).toContain('Orders. Ask first.')
    const called = await runShop(['call', 'shop/price', '--args', '{"sku":"A-1"}'])
    expect(called.stdout).toBe('1250')
  })

  it('are not called while code and manifest differ', async () => {
    await drafted()
    edit(/ {4}- ref: tool:\/\/shop\/price[^]*/, '')
    const called = await runShop(['call', 'shop/price', '--args', '{"sku":"A-1"}'])
    expect(called).toMatchObject({ exitCode: 1, stdout: '' })
    expect(called.stderr).toContain('the manifest does not grant it')
  })

  it('are listed without those that nobody granted, and that is said', async () => {
    await drafted()
    edit(/ {4}- ref: tool:\/\/shop\/price[^]*/, '')
    const listed = await runShop(['list'])
    expect(listed.stdout).not.toContain('shop/price')
    expect(listed.stderr).toBe(
      'warning: code and manifest differ in 1 point; see `tallystick check`.',
    )
  })

  it('are those of one agent where that is asked for', async () => {
    await drafted()
    edit(/$/, '  agents:\n    - { name: clerk, tools: ["@readonly"] }\n')
    const listed = await runShop(['list', '--agent', 'clerk', '--json'])
    expect(JSON.parse(listed.stdout)).toMatchObject([{ id: 'shop/price' }])
    expect((await runShop(['list', '--agent', 'clark'])).stderr).toContain('Did you mean "clerk"?')
  })

  it('are refused where the manifest that was named is not there', async () => {
    const called = await runShop(['call', 'shop/price', '--args', '{"sku":"A-1"}'])
    expect(called.exitCode).toBe(1)
    expect(called.stderr).toContain('there is no such file')
  })
})

describe('tallystick manifest, asked for JSON', () => {
  it('says what was written, and the digest of what is there', async () => {
    const draft = await runShop(['manifest', 'draft', '--json'])
    expect(JSON.parse(draft.stdout)).toEqual({
      manifest: 'tools.yaml',
      contracts: 'tools.contracts.json',
      tools: 2,
    })
    const digest = await run(['manifest', 'digest', 'tools.yaml', '--json'], { cwd: folder() })
    expect(JSON.parse(digest.stdout)).toMatchObject({ manifest: 'tools.yaml' })
  })

  it('compares code and manifest', async () => {
    await drafted()
    const { stdout } = await runShop(['manifest', 'diff', '--json'])
    expect(JSON.parse(stdout)).toEqual({ changes: [], open: [] })
  })

  it('finds the manifest beside the app where nothing else is said', async () => {
    const { exitCode, stderr } = await run(['manifest', 'digest', '--app', fixture('shop.ts')])
    expect(exitCode).toBe(1)
    expect(stderr).toContain('fixtures/tallystick.yaml: there is no such file')
  })
})
