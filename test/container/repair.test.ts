import { IsInt } from 'class-validator'
import { Container } from 'inversify'
import { describe, expect, it } from 'vitest'

import { discoverTools } from '../../src/container/discover-tools.js'
import { toolModule } from '../../src/container/tool-module.js'
import { Tool } from '../../src/decorators/tool.js'
import type { ToolEvent } from '../../src/tools/tool-event.js'

class Ids {
  @IsInt({ each: true }) ids!: number[]

  call() {
    return this.ids
  }
}

@Tool({ server: 'repair', name: 'read', mutates: false })
class Read extends Ids {}

@Tool({ server: 'repair', name: 'write' })
class Write extends Ids {}

@Tool({ server: 'repair', name: 'write_repaired', repairJsonStrings: true })
class WriteRepaired extends Ids {}

@Tool({ server: 'repair', name: 'read_as_sent', mutates: false, repairJsonStrings: false })
class ReadAsSent extends Ids {}

async function codesWith(options: { repairJsonStrings?: boolean }) {
  const events: ToolEvent[] = []
  const container = new Container()
  container.load(toolModule(Read, Write, WriteRepaired, ReadAsSent))
  const registry = discoverTools(container, { ...options, sink: (event) => events.push(event) })
  for (const id of registry.ids()) {
    await registry.dispatch(id, { ids: '[1]' }).catch(() => undefined)
  }
  return events.map((event) =>
    event.type === 'terminal' ? [event.tool?.slice('repair/'.length), event.repaired] : [],
  )
}

describe('repair of JSON texts', () => {
  it('is off for every tool that does not ask for it [ADM-01]', async () => {
    expect(await codesWith({})).toEqual([
      ['read', []],
      ['read_as_sent', []],
      ['write', []],
      ['write_repaired', ['ids']],
    ])
  })

  it('is on for reads where discovery asks for it, never for a tool that mutates [ADM-01]', async () => {
    expect(await codesWith({ repairJsonStrings: true })).toEqual([
      ['read', ['ids']],
      ['read_as_sent', []],
      ['write', []],
      ['write_repaired', ['ids']],
    ])
  })
})
