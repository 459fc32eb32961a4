import { deepFreeze } from '../../schema/deep-freeze.js'
import { effects } from '../../tools/effect.js'
import { expectedKeyPath, keyPathPattern } from '../../tools/key-path.js'
import { nearestEntries, selectorTokens } from '../../tools/tool-selector.js'
import { commands } from '../commands.js'
import type { FieldFormat, ListFormat, RecordFormat, TextFormat } from './field-format.js'

/** Who must agree before a call runs, mildest first. */
export const approvals = ['none', 'required', 'four-eyes'] as const

/** What an error that a foreign tool reports says of the far side. */
const foreignErrors = ['did-not-happen', 'in-doubt'] as const

const apiVersion = 'tallystick/v1'

const segment = String.raw`[^/\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]+`
const entryName = String.raw`(tool://${segment}/${segment}|[^@/?\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800-][^/\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]*(/${segment})?)`
const groupToken = `@(all|builtin|subagent|scripts|mcp|readonly|(server|group):${segment})`

type TextRule = Omit<TextFormat, 'kind' | 'about' | 'values'>

const notBlank: TextRule = {
  expected: 'a text that is not blank',
  mistake: 'it is blank.',
  pattern: String.raw`\S`,
}

function text(about: string, rule: Partial<TextRule> = {}): TextFormat {
  return { kind: 'text', about, ...notBlank, ...rule }
}

function choice(about: string, values: readonly string[]): TextFormat {
  const mistake = 'it is no known value.'
  return { kind: 'text', about, values, mistake, expected: values.join(' or ') }
}

function list(about: string, items: FieldFormat): ListFormat {
  return { kind: 'list', about, items }
}

function keyPath(about: string): TextFormat {
  return text(about, {
    expected: expectedKeyPath,
    mistake: 'it is not the path of an argument.',
    pattern: keyPathPattern,
  })
}

const transport: RecordFormat = {
  kind: 'record',
  about: 'How the server is reached; pinned by the review.',
  required: [],
  anyOf: ['command', 'url'],
  fields: {
    command: text('The program that is started.'),
    args: list('What the program is started with.', {
      kind: 'text',
      about: 'One argument of the program.',
      expected: 'a text',
      mistake: 'it is not a text.',
    }),
    url: text('Where the server listens.', {
      expected: 'an http or https URL',
      mistake: 'it is not an http or https URL.',
      pattern: String.raw`^https?://\S+$`,
    }),
  },
  exclusions: [
    {
      together: { command: 'any', url: 'any' },
      message: 'it has both a command and a URL.',
      fix: 'Keep the one that is used.',
    },
    {
      together: { args: 'any', url: 'any' },
      message: 'a URL takes no args.',
      fix: 'Remove `args`.',
    },
  ],
}

const server: RecordFormat = {
  kind: 'record',
  about: 'A foreign server whose tools are granted.',
  required: ['name', 'transport'],
  fields: {
    name: text('The server half of its tools.', {
      expected: 'a name without "/" and white space',
      mistake: 'it is not the name of a server.',
      pattern: `^${segment}$`,
    }),
    transport,
  },
}

const completions: RecordFormat = {
  kind: 'record',
  about: 'Who may report a call as done that was performed outside.',
  required: [],
  fields: {
    trust: list('The performers that are believed.', text('The id of a performer.')),
    requireEqual: list(
      'Members that must be equal in the arguments and in what the performer reports.',
      keyPath('The path of one member.'),
    ),
  },
}

const grant: RecordFormat = {
  kind: 'record',
  about: 'One tool that may be called.',
  required: ['ref', 'description'],
  fields: {
    ref: text('The reference of the tool.', {
      expected: 'a reference: tool://server/name',
      mistake: 'it is not the reference of a tool.',
      pattern: `^tool://${segment}/${segment}$`,
    }),
    title: text('A short name for people.'),
    description: text('What a model is told of the tool. It steers the model, so it is reviewed.'),
    effect: choice('What a call does; may be stricter than the code, never laxer.', effects),
    mutates: { kind: 'flag', about: 'Short form of effect: false is read, true is write.' },
    approval: choice('Who must agree before a call runs.', approvals),
    contract: text('The digest of what was reviewed of the tool.', {
      expected: 'c1-sha256: and 64 hex digits',
      mistake: 'it is not a contract digest.',
      fix: `Remove the line, review the tool, and run \`${commands.update}\`, which writes the line anew.`,
      pattern: '^c[1-9][0-9]*-sha256:[0-9a-f]{64}$',
    }),
    arguments: {
      kind: 'schema',
      about: 'The JSON Schema of the arguments; foreign and script tools only.',
    },
    idempotencyKey: keyPath('The argument that names the effect of a call.'),
    errors: choice('What an error of a foreign tool says of the far side.', foreignErrors),
    completions,
  },
  exclusions: [
    {
      together: { mutates: [false], effect: ['idempotent', 'write'] },
      message: '`mutates: false` contradicts its effect.',
      fix: 'Remove `mutates`; the effect says it all.',
    },
    {
      together: { mutates: [true], effect: ['read'] },
      message: '`mutates: true` contradicts `effect: read`.',
      fix: 'Remove `mutates`; the effect says it all.',
    },
  ],
}

const agent: RecordFormat = {
  kind: 'record',
  about: 'One agent and the granted tools it sees.',
  required: ['name', 'tools'],
  fields: {
    name: text('The name of the agent.'),
    tools: list(
      'The tools of the agent: ids and selectors. "-" before an entry takes away, "?" after it allows that it is absent.',
      text(`server/name, or one of ${selectorTokens.join(', ')}.`, {
        expected: `server/name, or one of ${selectorTokens.join(', ')}`,
        mistake: 'it is neither the name of a tool nor a selector.',
        nearest: nearestEntries,
        pattern: String.raw`^-?(${groupToken}|${entryName})\??$`,
      }),
    ),
  },
}

/** The one declaration of the manifest's format, version `tallystick/v1`. */
export const manifestFormat: RecordFormat = deepFreeze({
  kind: 'record',
  about:
    'The reviewed half of a Tallystick deployment: which tools an agent may call, and what a model is told of them.',
  required: ['apiVersion', 'kind', 'metadata', 'spec'],
  fields: {
    apiVersion: {
      ...choice('The version of this format.', [apiVersion]),
      mistake: `this release of tallystick reads ${apiVersion}.`,
    },
    kind: choice('What this document is.', ['ToolManifest']),
    metadata: {
      kind: 'record',
      about: 'What the document is called.',
      required: ['name', 'version'],
      fields: {
        name: text('The name of the deployment.'),
        version: text('Its version, as text.', { expected: 'a text in quotes: "1.0.0"' }),
      },
    },
    spec: {
      kind: 'record',
      about: 'What is granted.',
      required: ['tools'],
      fields: {
        servers: list('Foreign servers.', server),
        tools: list('The tools that may be called.', grant),
        agents: list('Which agent sees which tools.', agent),
      },
    },
  },
} satisfies RecordFormat)
