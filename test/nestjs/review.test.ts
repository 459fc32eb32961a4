import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { Module } from '@nestjs/common'
import { IsString, MaxLength } from 'class-validator'
import { describe, expect, it, onTestFinished } from 'vitest'

import { Tool } from '../../src/decorators/tool.js'
import { contractsDocument, contractsPath } from '../../src/manifest/contract/contract-book.js'
import { parseManifest } from '../../src/manifest/read/parse-manifest.js'
import { draftManifest } from '../../src/manifest/write/draft-manifest.js'
import { updateManifest } from '../../src/manifest/write/update-manifest.js'
import { reviewTools, ToolsModule } from '../../src/nestjs/index.js'
import { compile, feature, problemsOf, start } from './start.js'

@Tool({ server: 'mail', name: 'send', description: 'Send a letter.' })
class SendMail {
  @IsString() to!: string
  call() {
    return `sent to ${this.to}`
  }
}

@Tool({ server: 'mail', name: 'send', description: 'Send a letter.' })
class SendShort {
  @IsString() @MaxLength(8) to!: string
  call() {
    return `sent to ${this.to}`
  }
}

const mail = feature('MailModule', [SendMail])
const input = { to: 'ann' }

async function draft() {
  const { registry } = await start({ imports: [mail] })
  return draftManifest(registry)
}

describe('an application with a manifest', () => {
  it('starts where code and manifest match, in the words of the reviewer [MAN-05]', async () => {
    const manifest = parseManifest((await draft()).replace('Send a letter.', 'Reviewed.'))
    const { registry, call } = await start({ options: { manifest }, imports: [mail] })
    expect(registry.get('mail/send').description).toBe('Reviewed.')
    expect(await call('mail/send', input)).toBe('sent to ann')
  })

  it('finds it by path and by URL', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tallystick-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, 'tallystick.yaml')
    await writeFile(path, await draft())
    for (const manifest of [path, pathToFileURL(path)]) {
      const { call } = await start({ options: { manifest }, imports: [mail] })
      expect(await call('mail/send', input)).toBe('sent to ann')
    }
  })

  it('does not start where they do not match [MAN-05]', async () => {
    const manifest = parseManifest((await draft()).replaceAll('mail/send', 'mail/post'))
    const problems = await problemsOf(compile({ options: { manifest }, imports: [mail] }))
    expect(problems.join('\n')).toContain('mail/send')
  })

  it('says what changed, by the reviewed contracts beside the file [MAN-05]', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tallystick-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const manifest = join(folder, 'tallystick.yaml')
    const { registry } = await start({ imports: [mail] })
    const text = updateManifest(draftManifest(registry), registry)
    await writeFile(manifest, text)
    await writeFile(contractsPath(manifest), contractsDocument(parseManifest(text), registry))
    const imports = [feature('MailModule', [SendShort])]
    const problems = await problemsOf(compile({ options: { manifest }, imports }))
    expect(problems.join('\n')).toContain('inputSchema.properties.to.maxLength: nothing -> 8')
  })

  it('refuses only what does not match with manifestMode warn', async () => {
    const manifest = parseManifest((await draft()).replaceAll('mail/send', 'mail/post'))
    const options = { manifest, manifestMode: 'warn' } as const
    const { call } = await start({ options, imports: [mail] })
    await expect(call('mail/send', input)).rejects.toMatchObject({ code: 'NOT_GRANTED' })
  })
})

describe('reviewTools', () => {
  it('gives the tools of an application that does not match its manifest yet [MAN-06]', async () => {
    @Module({ imports: [ToolsModule.forRoot({ manifest: 'nowhere.yaml' }), mail] })
    class AppModule {}
    const registry = await reviewTools(AppModule)
    expect(draftManifest(registry)).toContain('tool://mail/send')
    const outcome = await registry.dispatch('mail/send', input)
    expect(outcome).toMatchObject({ value: 'sent to ann' })
  })

  it('rejects with what is wrong with the tools', async () => {
    @Module({ imports: [ToolsModule.forRoot(), mail, feature('PostModule', [SendMail])] })
    class AppModule {}
    expect(await problemsOf(reviewTools(AppModule))).toHaveLength(1)
  })
})
