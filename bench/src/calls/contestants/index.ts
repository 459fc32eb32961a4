import type { CreateContestant } from '../contestant.js'

/** Loads a contestant; a process loads only its own. */
export const loaders: Readonly<Record<string, () => Promise<CreateContestant>>> = {
  tallystick: async () => (await import('./tallystick.js')).tallystick,
  'class-validator': async () => (await import('./class-validator.js')).classValidator,
  zod: async () => (await import('./zod.js')).zod,
  'zod-text': async () => (await import('./zod.js')).zodText,
  ajv: async () => (await import('./schema-validators.js')).ajv,
  typebox: async () => (await import('./schema-validators.js')).typebox,
  parse: async () => (await import('./schema-validators.js')).parseOnly,
  mastra: async () => (await import('./frameworks.js')).mastra,
  langchain: async () => (await import('./frameworks.js')).langchain,
  'ai-sdk': async () => (await import('./frameworks.js')).aiSdk,
  'openai-agents': async () => (await import('./frameworks.js')).openaiAgents,
}
