import { ProtocolError, type Client } from '@modelcontextprotocol/client'

/** The widest line that is printed. */
const pageWidth = 98

/** What a client gets back. */
export interface Answer {
  readonly text: string
  readonly structured?: unknown
  /** True where the gateway knows no such tool for this client. */
  readonly isUnknown: boolean
}

/** A client by its name, whose calls and answers are printed. */
export class Talk {
  readonly client: Client
  readonly #who: string

  constructor(who: string, client: Client) {
    this.#who = who
    this.client = client
  }

  /** The names of the tools it sees, in order. */
  async list(): Promise<readonly string[]> {
    const { tools } = await this.client.listTools()
    const names = tools.map(({ name }) => name)
    say(this.#who, `sees ${names.length} tools`)
    return names
  }

  async call(name: string, args: Record<string, unknown> = {}): Promise<Answer> {
    say(this.#who, `${name} ${JSON.stringify(args)}`)
    const answer = await this.#answerTo(name, args)
    say('', `-> ${answer.text}`)
    return answer
  }

  async #answerTo(name: string, args: Record<string, unknown>): Promise<Answer> {
    try {
      const { content, structuredContent } = await this.client.callTool({ name, arguments: args })
      const text = content.map((block) => (block.type === 'text' ? block.text : block.type)).join()
      return { text, structured: structuredContent, isUnknown: false }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      return { text: `${error.code}: ${error.message}`, isUnknown: error.code === -32_602 }
    }
  }
}

/** Prints one line, cut to the page, beside who says it. */
export function say(who: string, words: string): void {
  const line = `${who.padEnd(10)}${words.replaceAll(/\s+/g, ' ')}`
  console.log(line.length > pageWidth ? `${line.slice(0, pageWidth - 3)}...` : line)
}
