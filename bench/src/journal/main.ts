// Measures what a journal costs, and writes its section of the results anew.
import { readFileSync, writeFileSync } from 'node:fs'
import { describeMachine } from '../machine.js'
import { benchJournal, journalHeading } from './journal-bench.js'

const file = new URL('../../results.md', import.meta.url)
const section = await benchJournal()
const [others = ''] = readFileSync(file, 'utf8').split(journalHeading)
writeFileSync(file, `${others.trimEnd()}\n\n${section}\n`)
process.stdout.write(`${describeMachine()}\n\n${section}\n`)
