import { connect, openDesk, start, toolsChanged, type Desk } from './desk.js'
import type { Story } from './proofs.js'
import { say, Talk } from './talk.js'

/** Tells the whole story in one folder, and leaves nothing running. */
export async function play(folder: string): Promise<Story> {
  const desk = await openDesk(folder)
  try {
    const editor = await playEditor(desk)
    const reader = await playReader(desk)
    const stdio = await playOverStdio(folder)
    return {
      reviewed: desk.reviewed,
      seen: { ...editor.seen, ...reader.seen, ...stdio.seen },
      answers: { ...editor.answers, ...reader.answers, ...stdio.answers },
      findings: desk.findings,
    }
  } finally {
    await desk.close()
  }
}

const text = 'High water at six.'

async function playEditor({ url, findings }: Desk) {
  console.log('\nThe editor, over HTTP')
  const client = await connect(url, 'editor-token')
  const changed = await toolsChanged(client)
  const talk = new Talk('editor', client)
  try {
    const seen = await talk.list()
    const answers = {
      count: await talk.call('count_words', { text }),
      report: await talk.call('file_report', { title: 'Tides', text }),
      file: await talk.call('read_text_file', { path: 'R-1.md' }),
      memory: await talk.call('read_graph'),
      sum: await talk.call('get-sum', { a: 40, b: 2 }),
      weather: await talk.call('get-structured-content', { location: 'Chicago' }),
      unreviewed: await talk.call('get-env'),
      quote: await talk.call('quote', { pages: 3 }),
    }
    await changed()
    say('operator', findings.map(({ server, message }) => `${server}: ${message}`).join(' '))
    const later = await talk.list()
    const quoteAgain = await talk.call('quote', { pages: 3 })
    return { seen: { editor: seen, later }, answers: { ...answers, quoteAgain } }
  } finally {
    await client.close()
  }
}

async function playReader({ url }: Desk) {
  console.log('\nThe reader, over HTTP')
  const client = await connect(url, 'reader-token')
  const talk = new Talk('reader', client)
  try {
    const reader = await talk.list()
    const file = { path: 'R-1.md', content: '' }
    const writeAsReader = await talk.call('write_file', file)
    return { seen: { reader }, answers: { writeAsReader } }
  } finally {
    await client.close()
  }
}

async function playOverStdio(folder: string) {
  console.log('\nA client that starts the gateway for itself, over stdio')
  const client = await start(folder)
  const talk = new Talk('client', client)
  try {
    const stdio = await talk.list()
    const sumOverStdio = await talk.call('get-sum', { a: 40, b: 2 })
    return { seen: { stdio }, answers: { sumOverStdio } }
  } finally {
    await client.close()
  }
}
