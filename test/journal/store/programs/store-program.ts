// What a process of its own does with a journal file: `add <path> <count>`, `open <folder> <holder>`, `hold <path>` or
// `count <path> <count>`. It says "ready", and begins when its standard input says anything.
import { join } from 'node:path'

import { createSqliteStore } from '../../../../src/journal/store/sqlite/sqlite-store.js'
import { findSqliteBinding } from '../../../../src/journal/store/sqlite/sqlite-binding.js'
import { sampleRecord } from '../sample-record.js'

const [, , verb, path = '', word = ''] = process.argv

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function nextWord(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once('data', () => {
      resolve()
    })
  })
}

/** Adds one to the attempts of a record, and puts one of its own, in each transaction. */
async function add(): Promise<void> {
  const store = createSqliteStore({ path })
  for (let n = 0; n < Number(word); n += 1) {
    await store.transact((table) => {
      const attempt = (table.find('counter')?.attempt ?? 0) + 1
      table.put(sampleRecord('counter', { attempt }))
      table.put(sampleRecord(`${process.pid} ${n}`))
    })
  }
  await store.close()
}

/** Opens three files after each other, each when it is told to, which makes journals of them. */
async function open(): Promise<void> {
  for (const name of ['1.db', '2.db', '3.db']) {
    const store = createSqliteStore({ path: join(path, name) })
    await store.transact((table) => table.setLease(word, 1))
    await store.close()
    say(name)
    await nextWord()
  }
}

/** Keeps the file locked until it is told something more. */
async function hold(): Promise<void> {
  const handle = findSqliteBinding()(path)
  handle.exec('BEGIN IMMEDIATE')
  say('locked')
  await nextWord()
  handle.exec('COMMIT')
  handle.close()
}

/** Puts records one by one, then looks them up one by one; between them, it leaves marks in a trace of system calls. */
async function count(): Promise<void> {
  const store = createSqliteStore({ path })
  const ids = Array.from({ length: Number(word) }, (_, n) => n.toString())
  await store.transact((table) => table.put(sampleRecord('first')))
  say('puts')
  for (const id of ids) await store.transact((table) => table.put(sampleRecord(id)))
  say('finds')
  for (const id of ids) await store.transact((table) => table.find(id))
  say('end')
  await store.close()
}

const verbs: Readonly<Record<string, () => Promise<void>>> = { add, open, hold, count }

say('ready')
await nextWord()
await verbs[verb ?? '']?.()
say('done')
process.stdin.destroy()
