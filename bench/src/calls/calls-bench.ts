import { drawBars } from '../chart.js'
import { formatSpread, spreadOf } from '../statistics.js'
import { findNode24 } from './node-24.js'
import { runRounds, type Row } from './rounds.js'

interface Table {
  readonly title: string
  readonly file: string
  readonly words: readonly string[]
  readonly rows: readonly Row[]
}

const ours = 'tallystick dispatch'
const axis = { type: 'log', min: 0.1, name: 'µs' }

/** All calls, as Markdown sections. The first row of each table is the base of its ratios. */
export async function benchCalls(): Promise<string> {
  const sections: string[] = [heading.join('\n')]
  for (const table of tables()) sections.push(await benchTable(table))
  return sections.join('\n\n')
}

const heading = [
  '## Calls',
  '',
  'Five properties, one of them a nested object, one an array of ten strings. Each row is a process of its own; in each of 15',
  'rounds every row runs 10000 calls with fresh inputs, one row after the other in turned order. Inputs are made, and have',
  'outlived two collections, before the measured part. All rows are awaited. The numbers are CPU time of the process, all its',
  'threads, in µs a call: median with quartiles. A ratio is taken within one round, so that it holds on a machine that has',
  'other work to do.',
  '',
  'The rows do unequal work. `dispatch` finds the tool by name, makes a context, refuses what is not plain data (accessors,',
  'symbols, prototypes, cycles), limits depth and size, copies the arguments, makes an instance through the container, assigns',
  'them, and holds the output to JSON. Ajv and TypeBox check and copy nothing. zod copies. The frameworks have hooks and spans.',
]

async function benchTable({ title, file, words, rows }: Table): Promise<string> {
  const rounds = await runRounds(rows)
  const ofRow = (index: number): readonly number[] => rounds.map((round) => round[index] ?? NaN)
  const lines = rows.map(({ name }, index) => {
    const ratios = rounds.map((round) => (round[index] ?? NaN) / (round[0] ?? NaN))
    return `| ${name} | ${formatSpread(spreadOf(ofRow(index)), 2)} | ${formatSpread(spreadOf(ratios), 2)} |`
  })
  const bars = rows.map(({ name }, index) => ({ name, value: spreadOf(ofRow(index)).median }))
  return [
    `### ${title}`,
    '',
    ...words,
    ...(words.length === 0 ? [] : ['']),
    '| row | µs a call | time, first row = 1 |',
    '| --- | --- | --- |',
    ...lines,
    '',
    drawBars({ file, title, axis, bars }),
  ].join('\n')
}

function tables(): readonly Table[] {
  const node24 = findNode24()
  return [
    { title: 'A parsed object', file: 'object.svg', words: [], rows: objectRows },
    { title: 'A JSON text', file: 'text.svg', words: [textWords], rows: textRows },
    {
      title: 'A refusal of an object, for three reasons',
      file: 'refused-object.svg',
      words: ['Every row words its reasons: ours for a model, the others as text.'],
      rows: objectRows.map((row) => ({ ...row, kind: 'refused' })),
    },
    {
      title: 'A refusal of a text, for three reasons',
      file: 'refused-text.svg',
      words: [],
      rows: textRows
        .filter(({ contestant }) => contestant !== 'parse')
        .map((row) => ({ ...row, kind: 'refused' })),
    },
    { title: 'Layers and calls at once', file: 'layers.svg', words: [], rows: layerRows },
    {
      title: 'The ambient context',
      file: 'ambient.svg',
      words: ['`ambientContext: false` against the default, on each version of Node.'],
      rows: ambientRows(node24),
    },
  ]
}

const textWords =
  'JSON.parse alone, with the body called on what it gave, is the floor of every path.'

const objectRows: readonly Row[] = [
  { name: ours, contestant: 'tallystick', ambient: false },
  { name: `${ours}, 100 tools`, contestant: 'tallystick', ambient: false, tools: 100 },
  { name: `${ours}, 1000 tools`, contestant: 'tallystick', ambient: false, tools: 1000 },
  { name: `${ours}, 3000 tools`, contestant: 'tallystick', ambient: false, tools: 3000 },
  { name: 'class-validator, 10 classes', contestant: 'class-validator', tools: 10 },
  { name: 'class-validator, 1000 classes', contestant: 'class-validator', tools: 1000 },
  { name: 'zod 4 + call', contestant: 'zod' },
  { name: 'Ajv + call', contestant: 'ajv' },
  { name: 'TypeBox + call', contestant: 'typebox' },
  { name: 'Mastra execute', contestant: 'mastra' },
  { name: 'LangChain invoke', contestant: 'langchain' },
]

const textRows: readonly Row[] = [
  { name: ours, contestant: 'tallystick', ambient: false, form: 'text' },
  { name: 'JSON.parse alone', contestant: 'parse', form: 'text' },
  { name: 'JSON.parse + zod 4 + call', contestant: 'zod-text', form: 'text' },
  { name: 'AI SDK', contestant: 'ai-sdk', form: 'text' },
  { name: 'OpenAI Agents invokeFunctionTool', contestant: 'openai-agents', form: 'text' },
]

const layerRows: readonly Row[] = [0, 1, 5].flatMap((layers) =>
  [1, 64].map((concurrent) => ({
    name: `${layers} layers, ${concurrent} at once`,
    contestant: 'tallystick',
    ambient: false,
    layers,
    concurrent,
  })),
)

function ambientRows(node24: string | undefined): readonly Row[] {
  const rows = [false, true].map((ambient) => ({
    name: `Node ${process.versions.node}, ambient context ${ambient ? 'on' : 'off'}`,
    contestant: 'tallystick',
    ambient,
  }))
  if (node24 === undefined) return rows
  return [
    ...rows,
    ...[false, true].map((ambient) => ({
      name: `Node 24, ambient context ${ambient ? 'on' : 'off'}`,
      contestant: 'tallystick',
      ambient,
      execPath: node24,
    })),
  ]
}
