// What the scenarios of the conformance suite call, as a user of this package would write it.
import { setTimeout as wait } from 'node:timers/promises'

import { defineTool, suspend, ToolFailure } from 'tallystick'
import { mcpProgress } from 'tallystick/mcp'

const read = { server: 'conformance', mutates: false }

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const image = { type: 'image', data: png, mimeType: 'image/png' }
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='
const audio = { type: 'audio', data: wav, mimeType: 'audio/wav' }

function resource(uri, mimeType, text) {
  return { type: 'resource', resource: { uri, mimeType, text } }
}

function says(name, output) {
  return defineTool({
    ...read,
    name,
    description: 'Answers the same to everybody.',
    call: () => output,
  })
}

const answers = [
  says('test_simple_text', 'This is a simple text response for testing.'),
  says('test_image_content', { content: [image] }),
  says('test_audio_content', { content: [audio] }),
  says('test_embedded_resource', {
    content: [
      resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ],
  }),
  says('test_multiple_content_types', {
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  defineTool({
    ...read,
    name: 'test_error_handling',
    description: 'Always fails.',
    call: () => {
      throw new ToolFailure('This tool intentionally returns an error for testing')
    },
  }),
  defineTool({
    ...read,
    name: 'test_logging_tool',
    description: 'Logs, which is for the operator.',
    call: () => {
      console.error('a tool logs')
      return 'logged'
    },
  }),
  defineTool({
    ...read,
    name: 'test_tool_with_progress',
    description: 'Reports its progress.',
    call: async (_args, context) => {
      for (const progress of [0, 50, 100]) {
        context.get(mcpProgress)?.({ progress, total: 100 })
        await wait(50)
      }
      return 'done'
    },
  }),
]

// Schemas of others are passed on as they are, and a tool of source `mcp` has one.
const schemas = [
  defineTool({
    ...read,
    name: 'json_schema_2020_12_tool',
    description: 'Tool with JSON Schema 2020-12 features',
    source: 'mcp',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    call: () => 'taken',
  }),
  defineTool({
    ...read,
    name: 'test_x_mcp_header',
    description: 'Has an argument that travels in a header, too.',
    source: 'mcp',
    inputSchema: {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
    },
    call: () => 'taken',
  }),
]

const text = { type: 'string' }

function form(properties) {
  return { type: 'object', properties, required: Object.keys(properties) }
}

/** Asks for something, and answers with what was answered. */
function asks(name, { reason, inputSchema, resume = shown }) {
  const description = 'Asks a person for something.'
  const call = () => suspend({ reason, inputSchema })
  return defineTool({ ...read, name, description, call, resume })
}

function shown(_args, answer) {
  return `Elicitation completed: action=accept, content=${JSON.stringify(answer)}`
}

const confirmation = { reason: 'Please confirm', inputSchema: form({ ok: { type: 'boolean' } }) }
const name = { reason: 'What is your name?', inputSchema: form({ name: text }) }
const color = { reason: 'Step 2: What is your favorite color?', inputSchema: form({ color: text }) }

const titled = (prefix, titles) =>
  titles.map((title, index) => ({ const: `${prefix}${index + 1}`, title }))
const [first, second, third] = ['option1', 'option2', 'option3']

const questions = [
  defineTool({
    ...read,
    name: 'test_elicitation',
    description: 'Asks a person what the arguments say.',
    inputSchema: form({ message: text }),
    call: ({ message }) =>
      suspend({ reason: message, inputSchema: form({ username: text, email: text }) }),
    resume: (_args, answer) => `User response: ${JSON.stringify(answer)}`,
  }),
  asks('test_elicitation_sep1034_defaults', {
    reason: 'Who are you?',
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      },
    },
  }),
  asks('test_elicitation_sep1330_enums', {
    reason: 'Which ones?',
    inputSchema: {
      type: 'object',
      properties: {
        untitledSingle: { type: 'string', enum: [first, second, third] },
        titledSingle: {
          type: 'string',
          oneOf: titled('value', ['First Option', 'Second Option', 'Third Option']),
        },
        legacyEnum: {
          type: 'string',
          enum: ['opt1', 'opt2', 'opt3'],
          enumNames: ['Option One', 'Option Two', 'Option Three'],
        },
        untitledMulti: { type: 'array', items: { type: 'string', enum: [first, second, third] } },
        titledMulti: {
          type: 'array',
          items: { anyOf: titled('value', ['First Choice', 'Second Choice', 'Third Choice']) },
        },
      },
    },
  }),
  asks('test_input_required_result_elicitation', {
    ...name,
    resume: (_args, answer) => `Hello, ${answer.name}!`,
  }),
  asks('test_input_required_result_request_state', { ...confirmation, resume: () => 'state-ok' }),
  asks('test_input_required_result_tampered_state', confirmation),
  asks('test_input_required_result_capabilities', name),
  asks('test_streaming_elicitation', name),
  asks('test_input_required_result_multi_round', {
    ...name,
    reason: 'Step 1: What is your name?',
    resume: (_args, answer) => ('color' in answer ? 'done' : suspend(color)),
  }),
]

/** @param toolsChanged tells clients that other tools are granted than before */
export function offeredTools(toolsChanged) {
  const change = defineTool({
    ...read,
    name: 'test_trigger_tool_change',
    description: 'Says that there are other tools now.',
    call: () => {
      toolsChanged()
      return 'told'
    },
  })
  return [...answers, ...schemas, ...questions, change]
}
