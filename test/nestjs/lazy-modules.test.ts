import { Injectable, Module } from '@nestjs/common'
import { LazyModuleLoader, ModuleRef } from '@nestjs/core'
import { describe, expect, it } from 'vitest'

import { Tool } from '../../src/decorators/tool.js'
import { ToolRegistry } from '../../src/registry/tool-registry.js'
import { feature, problemsOf, start } from './start.js'

@Tool({ server: 'mail', name: 'send' })
class SendMail {
  call() {
    return 'sent'
  }
}

@Tool({ server: 'mail', name: 'list', mutates: false })
class ListMails {
  call() {
    return []
  }
}

const load = async (module: object, parts = {}) => {
  const { app, registry } = await start(parts)
  const loading = app.get(LazyModuleLoader).load(() => module as never)
  return { registry, loading }
}

describe('a module that is loaded lazily', () => {
  it('is refused with tools of forFeature, each by name', async () => {
    const { loading, registry } = await load(feature('MailModule', [SendMail, ListMails]))
    const why =
      'its module was loaded after the application had read its tools, which do not change. Import the module when the application starts, and load lazily, in the body of the tool, what it needs.'
    expect(await problemsOf(loading)).toEqual([`mail/send: ${why}`, `mail/list: ${why}`])
    expect(registry.ids()).toEqual([])
  })

  it('is refused with tools that another module has, too', async () => {
    const { loading } = await load(feature('PostModule', [SendMail]), {
      imports: [feature('MailModule', [SendMail])],
    })
    expect(await problemsOf(loading)).toHaveLength(1)
  })

  it('loads where the application imports it as well', async () => {
    const mail = feature('MailModule', [SendMail])
    const { loading, registry } = await load(mail, { imports: [mail] })
    await expect(loading).resolves.toBeInstanceOf(ModuleRef)
    expect(registry.ids().map(String)).toEqual(['mail/send'])
  })

  it('adds no tools by its providers', async () => {
    const { loading, registry } = await load(feature('MailModule', [], { providers: [SendMail] }))
    await loading
    await expect(registry.dispatch('mail/send', {})).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' })
  })

  it('injects the registry of the application', async () => {
    @Injectable()
    class Agent {
      constructor(readonly registry: ToolRegistry) {}
    }
    const { loading, registry } = await load(feature('AgentModule', [], { providers: [Agent] }))
    expect((await loading).get(Agent).registry).toBe(registry)
  })

  it('gives its services to the body that loads it', async () => {
    @Injectable()
    class Printer {
      print = () => 'printed'
    }
    @Module({ providers: [Printer] })
    class PrintModule {}

    @Tool({ server: 'print', name: 'page' })
    class PrintPage {
      constructor(private readonly loader: LazyModuleLoader) {}
      async call() {
        return (await this.loader.load(() => PrintModule)).get(Printer).print()
      }
    }
    const { call } = await start({ imports: [feature('PagesModule', [PrintPage])] })
    expect([await call('print/page'), await call('print/page')]).toEqual(['printed', 'printed'])
  })
})

describe('ToolsModule.forFeature in a test that replaces the registry', () => {
  it('lets it be anything', async () => {
    const { app } = await start({
      imports: [feature('MailModule', [SendMail])],
      override: (builder) => builder.overrideProvider(ToolRegistry).useValue({ ids: () => [] }),
    })
    expect(app.get(ToolRegistry).ids()).toEqual([])
  })
})
