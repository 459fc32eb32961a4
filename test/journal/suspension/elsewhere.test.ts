import { IsDate, IsString, ValidateNested } from 'class-validator'
import { Type } from 'class-transformer'
import { Container } from 'inversify'
import { describe, expect, it, onTestFinished } from 'vitest'

import { discoverTools } from '../../../src/container/discover-tools.js'
import { toolModule } from '../../../src/container/tool-module.js'
import { Tool } from '../../../src/decorators/tool.js'
import { ApprovalLayer } from '../../../src/journal/approval/approval-layer.js'
import { parkForApproval } from '../../../src/journal/approval/approver.js'
import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import type { Journal } from '../../../src/journal/journals/journal.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { sqliteJournal } from '../../../src/journal/journals/sqlite-journal.js'
import { bindManifest } from '../../../src/manifest/bind-manifest.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import { suspend } from '../../../src/tools/suspension.js'
import type { ToolContext } from '../../../src/tools/tool-context.js'
import { registryOf, rejection } from '../../registry/tools.js'
import { idOf } from '../approval/bank.js'
import { JournalFolder } from '../store/journal-folder.js'
import { bookTool, hotel, type Log } from './asking.js'

const folder = new JournalFolder()

/** The journal file, as one more process has it open. */
function open(): Journal {
  const journal = sqliteJournal({ path: folder.file() })
  onTestFinished(() => journal.close())
  return journal
}

const over = (journal: Journal, log: Log) =>
  registryOf(bookTool(log)).layer(new IdempotencyLayer(journal))

class Line {
  @IsString() sku!: string
}

@Tool({ server: 'shop', name: 'order', idempotencyKey: 'id' })
class Order {
  @IsString() id!: string
  @IsDate() @Type(() => Date) due!: Date
  @ValidateNested() @Type(() => Line) line!: Line
  #state = 'fresh'

  call() {
    this.#state = 'asked'
    return suspend({ reason: 'Sure?', inputSchema: { type: 'boolean' } })
  }

  resume(_context: ToolContext, isSure: boolean) {
    const { due, line } = this
    return [this.#state, due instanceof Date && due.toISOString(), line instanceof Line, isSure]
  }
}

describe('a suspended call', () => {
  it.each([false, 0, '', null])(
    '[EFF-07, G-060] goes on in another opening of its file with %j',
    async (input) => {
      const log: Log = []
      const before = open()
      const id = idOf(await over(before, log).dispatch('hotel/book', { room: '1' }))
      await before.close()
      const after = open()
      expect(await over(after, log).resume(id, input)).toMatchObject({ value: { input } })
      expect(log).toEqual(['call 1', `resume 1 ${JSON.stringify(input)}`])
    },
  )

  it('[EFF-07, G-053] is listed for its tenant after a restart, with all that its answer needs', async () => {
    const before = open()
    const registry = over(before, [])
    const context = { tenantId: 'acme', threadId: 't-1' }
    const ids = [
      idOf(await registry.dispatch('hotel/book', { room: '1' }, context)),
      idOf(await registry.dispatch('hotel/book', { room: '2' }, context)),
    ]
    await before.close()
    const after = open()
    const pending = await after.pending({ tenantId: 'acme' })
    expect(pending.map(({ suspensionId }) => suspensionId)).toEqual(ids)
    expect(pending).toMatchObject(
      [
        { kind: 'answer', tool: 'hotel/book', arguments: { room: '1' }, reason: /guest in 1/ },
        { kind: 'answer', tool: 'hotel/book', arguments: { room: '2' }, reason: /guest in 2/ },
      ].map((each) => ({ ...each, reason: expect.stringMatching(each.reason) as string })),
    )
    expect(await after.pending({ tenantId: 'default' })).toEqual([])
  })

  it('[EFF-07, G-079] goes on with instances of its classes, on a fresh one', async () => {
    const registryFor = (journal: Journal) => {
      const container = new Container()
      container.load(toolModule(Order))
      return discoverTools(container).layer(new IdempotencyLayer(journal))
    }
    const args = { id: 'a', due: '2026-03-01T10:00:00.000Z', line: { sku: 'x' } }
    const before = open()
    const id = idOf(await registryFor(before).dispatch('shop/order', args))
    await before.close()
    expect(await registryFor(open()).resume(id, false)).toMatchObject({
      value: ['fresh', args.due, true, false],
    })
  })

  it('[EFF-07] is unknown to another tenant, and where its tool is not visible', async () => {
    const { registry, log } = hotel()
    const id = idOf(await registry.dispatch('hotel/book', { room: '1' }, { tenantId: 'acme' }))
    const resumed = [
      registry.resume(id, 1),
      registry.resume(id, 1, { tenantId: 'other' }),
      registry.restrictTo([]).resume(id, 1, { tenantId: 'acme' }),
      registry.filter(() => false).resume(id, 1, { tenantId: 'acme' }),
    ]
    const errors = await Promise.all(resumed.map(rejection))
    expect(new Set(errors.map(({ code, message }) => `${code} ${message}`)).size).toBe(1)
    expect(errors[0]).toMatchObject({ code: 'UNKNOWN_SUSPENSION' })
    expect(log).toEqual(['call 1'])
  })

  it('[EFF-07] goes on only under the contract it asked under', async () => {
    const { registry, journal, log } = hotel()
    const id = idOf(await registry.dispatch('hotel/book', { room: '1' }))
    const changed = registryOf(bookTool(log, { outputSchema: { type: 'object' } })).layer(
      new IdempotencyLayer(journal),
    )
    expect(await rejection(changed.resume(id, 1))).toMatchObject({
      ...{ code: 'CONTRACT_CHANGED', disposition: 'did-not-happen' },
    })
    expect(await journal.list()).toMatchObject([{ state: 'parked' }])
    expect(await registry.resume(id, 1)).toMatchObject({ value: { input: 1 } })
  })

  it('[EFF-07] goes on through the view of an agent that may call its tool, and through no other', async () => {
    const { registry, log } = hotel()
    const bound = bindManifest(
      registry,
      {
        apiVersion: 'tallystick/v1',
        kind: 'ToolManifest',
        metadata: { name: 'hotel', version: '1.0.0' },
        spec: {
          tools: [{ ref: 'tool://hotel/book', description: 'Books.' }],
          agents: [
            { name: 'desk', tools: ['hotel/book'] },
            { name: 'cook', tools: [] },
          ],
        },
      },
      { mode: 'warn', report: () => undefined },
    )
    const id = idOf(await bound.forAgent('desk').dispatch('hotel/book', { room: '1' }))
    expect(await rejection(bound.forAgent('cook').resume(id, 1))).toMatchObject({
      code: 'UNKNOWN_SUSPENSION',
    })
    expect(await bound.forAgent('desk').resume(id, 1)).toMatchObject({ value: { input: 1 } })
    expect(log).toEqual(['call 1', 'resume 1 1'])
  })
})

describe('ToolRegistry.resumeAnswered', () => {
  it('[EFF-07] lets the calls of all tenants go on, whatever becomes of one of them', async () => {
    const journal = memoryJournal()
    const resume = ({ room }: { readonly room: string }, _input: unknown, context: ToolContext) => {
      if (room === '2') throw new Error('burnt down')
      return [room, context.tenantId, context.principal?.id, context.runId]
    }
    const registry = registryOf(bookTool([], { resume })).layer(new IdempotencyLayer(journal))
    for (const [room, tenantId] of [
      ['1', 'a'],
      ['2', 'b'],
      ['3', 'c'],
    ] as const) {
      const principal = { id: `agent-${room}`, kind: 'agent' } as const
      const context = { tenantId, principal, runId: 'r' }
      const suspensionId = idOf(await registry.dispatch('hotel/book', { room }, context))
      await journal.answer({ suspensionId, tenantId, value: true })
    }
    expect((await registry.resumeAnswered()).map(({ result }) => result)).toMatchObject([
      { status: 'fulfilled', value: { value: ['1', 'a', 'agent-1', 'r'] } },
      { status: 'rejected', reason: { code: 'TOOL_FAILED', disposition: 'in-doubt' } },
      { status: 'fulfilled', value: { value: ['3', 'c', 'agent-3', 'r'] } },
    ])
    expect(await registry.resumeAnswered()).toEqual([])
  })

  it('[EFF-07] keeps to one tenant, and to the tools that are here', async () => {
    const { registry, journal } = hotel()
    for (const tenantId of ['a', 'b']) {
      const suspensionId = idOf(await registry.dispatch('hotel/book', { room: '1' }, { tenantId }))
      await journal.answer({ suspensionId, tenantId, value: true })
    }
    expect(await registry.restrictTo([]).resumeAnswered()).toEqual([])
    expect(await registry.resumeAnswered({ tenantId: 'a' })).toHaveLength(1)
    expect(await registry.resumeAnswered()).toHaveLength(1)
  })

  it('[EFF-07] stops where it is told to, and loses nothing', async () => {
    const { registry, journal } = hotel()
    const suspensionId = idOf(await registry.dispatch('hotel/book', { room: '1' }))
    await journal.answer({ suspensionId, tenantId: 'default', value: true })
    expect(await registry.resumeAnswered({ signal: AbortSignal.abort() })).toEqual([])
    expect(await registry.resumeAnswered()).toHaveLength(1)
  })

  it('[EFF-08] runs what was approved in another process, once among several that try', async () => {
    const log: Log = []
    const call = ({ room }: { readonly room: string }) => log.push(`call ${room}`)
    const build = (journal: Journal) =>
      registryOf(bookTool(log, { call }))
        .layer(new IdempotencyLayer(journal))
        .layer(new ApprovalLayer(parkForApproval))
    const [caller, person] = [open(), open()]
    const suspensionId = idOf(await build(caller).dispatch('hotel/book', { room: '1' }))
    await person.approve({ suspensionId, tenantId: 'default', by: 'ann' })
    const workers = [open(), open(), open()]
    await Promise.all(workers.map((journal) => build(journal).resumeAnswered()))
    expect(log).toEqual(['call 1'])
  })

  it('says so where nothing keeps suspended calls', async () => {
    const registry = ToolRegistry.empty()
    await expect(registry.resumeAnswered()).rejects.toThrow(/IdempotencyLayer/)
    await expect(registry.resume('x', 1)).rejects.toThrow(/IdempotencyLayer/)
  })
})
