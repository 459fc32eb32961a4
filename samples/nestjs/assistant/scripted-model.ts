import type { LanguageModel } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'

/** A tool call that a model would make. */
export interface ScriptedCall {
  readonly tool: string
  readonly input: object
}

/** Stands for a model: it makes these calls one after the other, and then says what the tools answered. */
export function scriptedModel(calls: readonly ScriptedCall[]): LanguageModel {
  let step = 0
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const call = calls[step++]
      const content =
        call === undefined
          ? { type: 'text' as const, text: JSON.stringify(resultsIn(prompt)) }
          : toToolCall(call, step)
      const unified = call === undefined ? 'stop' : 'tool-calls'
      return { content: [content], finishReason: { unified, raw: undefined }, usage, warnings: [] }
    },
  })
}

function toToolCall({ tool, input }: ScriptedCall, step: number) {
  const toolCallId = `call-${step}`
  return { type: 'tool-call' as const, toolCallId, toolName: tool, input: JSON.stringify(input) }
}

function resultsIn(prompt: readonly { readonly role: string; readonly content: unknown }[]) {
  const parts = prompt.filter(({ role }) => role === 'tool').flatMap(({ content }) => content)
  return parts.map((part) => (part as { output: { value: unknown } }).output.value)
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
}
