import type { JsonObject, JsonValue } from '../../src/schema/json.js'

export const digestA = `c1-sha256:${'a'.repeat(64)}`
export const digestB = `c1-sha256:${'b'.repeat(64)}`

/** A grant as a document writes it. */
export function grantData(members: JsonObject = {}): JsonObject {
  return { ref: 'tool://shop/order', description: 'Orders.', ...members }
}

/** A document with one grant, unless its `spec` says otherwise. */
export function documentData(spec: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'tallystick/v1',
    kind: 'ToolManifest',
    metadata: { name: 'shop', version: '1' },
    spec: { tools: [grantData()], ...spec },
  }
}

function withGrant(members: JsonObject): JsonObject {
  return documentData({ tools: [grantData(members)] })
}

function withEntry(entry: JsonValue): JsonObject {
  return documentData({ agents: [{ name: 'triage', tools: [entry] }] })
}

function withTransport(transport: JsonValue): JsonObject {
  return documentData({ servers: [{ name: 'github', transport }] })
}

function without(member: string): JsonObject {
  return Object.fromEntries(Object.entries(documentData()).filter(([name]) => name !== member))
}

/** Documents that keep the format. */
export const soundDocuments: readonly (readonly [what: string, document: JsonValue])[] = [
  ['the smallest grant', documentData()],
  ['no tools', documentData({ tools: [] })],
  ['empty lists', documentData({ servers: [], agents: [] })],
  ['a title', withGrant({ title: 'Order' })],
  ['an effect', withGrant({ effect: 'idempotent' })],
  ['the short form of an effect', withGrant({ mutates: false })],
  ['both forms that agree', withGrant({ mutates: true, effect: 'idempotent' })],
  ['approval by a person', withGrant({ approval: 'required' })],
  ['approval by another person', withGrant({ approval: 'four-eyes' })],
  ['approval by nobody', withGrant({ approval: 'none' })],
  ['a contract', withGrant({ contract: digestA })],
  ['a contract of later rules', withGrant({ contract: digestA.replace('c1', 'c12') })],
  ['arguments', withGrant({ arguments: { type: 'object', properties: { a: { minimum: 1.5 } } } })],
  ['arguments without keywords', withGrant({ arguments: {} })],
  ['a key by fields', withGrant({ idempotencyKey: 'payment.claim_id' })],
  ['a key by pointer', withGrant({ idempotencyKey: '/payment/claim~1id' })],
  ['errors of a foreign tool', withGrant({ errors: 'did-not-happen' })],
  ['completions', withGrant({ completions: { trust: ['till'], requireEqual: ['amount'] } })],
  ['completions by nobody', withGrant({ completions: {} })],
  ['a foreign reference', documentData({ tools: [grantData({ ref: 'tool://git-hub/a.b-c' })] })],
  ['a description in lines', withGrant({ description: 'One.\n\nTwo: "three" # four' })],
  ['a server by command', withTransport({ command: 'github-mcp', args: ['stdio', ''] })],
  ['a server by URL', withTransport({ url: 'https://mcp.example/x' })],
  ['an agent without tools', documentData({ agents: [{ name: 'idle', tools: [] }] })],
  ...[
    ...['@all', '@builtin', '@subagent', '@scripts', '@mcp', '@readonly', '@server:git-hub'],
    ...['@group:sales', 'shop/order', 'order', 'tool://shop/order', 'shop__order', '-shop/order'],
    ...['shop/order?', '-@server:x?', 'find?'],
  ].map((entry) => [`the entry ${entry}`, withEntry(entry)] as const),
]

/** Documents that break the format, each in one place. */
export const brokenDocuments: readonly (readonly [what: string, document: JsonValue])[] = [
  ['a list', []],
  ['a text', 'tools'],
  ['nothing', null],
  ['no apiVersion', without('apiVersion')],
  ['no kind', without('kind')],
  ['no metadata', without('metadata')],
  ['no spec', without('spec')],
  ['another apiVersion', { ...documentData(), apiVersion: 'tallystick/v2' }],
  ['another kind', { ...documentData(), kind: 'Manifest' }],
  ['an unknown field of the document', { ...documentData(), status: {} }],
  ['a version that is a number', { ...documentData(), metadata: { name: 'shop', version: 1 } }],
  ['metadata without a version', { ...documentData(), metadata: { name: 'shop' } }],
  ['a blank name', { ...documentData(), metadata: { name: ' ', version: '1' } }],
  [
    'an unknown field of the metadata',
    { ...documentData(), metadata: { name: 'a', version: '1', owner: 'b' } },
  ],
  ['tools that are a map', documentData({ tools: {} })],
  ['tools that are nothing', documentData({ tools: null })],
  ['a grant that is a text', documentData({ tools: ['tool://shop/order'] })],
  ['a grant without a reference', documentData({ tools: [{ description: 'Orders.' }] })],
  ['a grant without a description', documentData({ tools: [{ ref: 'tool://shop/order' }] })],
  ['an unknown field of a grant', withGrant({ aproval: 'required' })],
  ['a blank description', withGrant({ description: ' \n' })],
  ['a description that is nothing', withGrant({ description: null })],
  ['a title that is a number', withGrant({ title: 7 })],
  ...[
    'shop/order',
    'tool://shop',
    'tool://shop/a/b',
    'tool:///order',
    'tool://shop/or der',
    ' tool://shop/order',
    'Tool://shop/order',
  ].map(
    (ref) => [`the reference "${ref}"`, documentData({ tools: [grantData({ ref })] })] as const,
  ),
  ['an unknown effect', withGrant({ effect: 'writes' })],
  ['an effect in capitals', withGrant({ effect: 'READ' })],
  ['a flag that is a text', withGrant({ mutates: 'false' })],
  ['forms that contradict: a read that writes', withGrant({ mutates: false, effect: 'write' })],
  ['forms that contradict: a write that reads', withGrant({ mutates: true, effect: 'read' })],
  ['an unknown approval', withGrant({ approval: 'always' })],
  ['approval that is a flag', withGrant({ approval: true })],
  ['a contract without rules', withGrant({ contract: digestA.slice(3) })],
  ['a contract that is too short', withGrant({ contract: digestA.slice(0, -1) })],
  ['a contract in capitals', withGrant({ contract: digestA.replace('aaa', 'AAA') })],
  ['arguments that are a flag', withGrant({ arguments: true })],
  ['arguments that are a list', withGrant({ arguments: [] })],
  ...['', 'a..b', '.a', 'a.', '/', '/a//b', 'a b', 'a/b'].map(
    (path) => [`the key path "${path}"`, withGrant({ idempotencyKey: path })] as const,
  ),
  ['an unknown meaning of errors', withGrant({ errors: 'landed' })],
  ['completions that trust a text', withGrant({ completions: { trust: 'till' } })],
  ['an unknown field of completions', withGrant({ completions: { trusts: [] } })],
  ['a server without transport', documentData({ servers: [{ name: 'github' }] })],
  [
    'a server with a slash',
    documentData({ servers: [{ name: 'a/b', transport: { command: 'x' } }] }),
  ],
  ['a transport that says nothing', withTransport({})],
  ['a transport with two ways', withTransport({ command: 'x', url: 'https://x.example' })],
  ['a URL with args', withTransport({ url: 'https://x.example', args: [] })],
  ['a URL of a file', withTransport({ url: 'file:///x' })],
  ['arguments of a program that are numbers', withTransport({ command: 'x', args: [1] })],
  ['an agent without tools', documentData({ agents: [{ name: 'idle' }] })],
  ['an agent without a name', documentData({ agents: [{ tools: [] }] })],
  ...[
    '@builtins',
    '@ALL',
    '@',
    '@mcp ',
    '@server:',
    '@server:a/b',
    '--a',
    'a/b/c',
    '',
    '-',
    '?',
    ' a',
  ].map((entry) => [`the entry "${entry}"`, withEntry(entry)] as const),
]
