/** How an input is sent: as the value that `JSON.parse` gave, or as the text of it. */
export type InputForm = 'object' | 'text'

/** One way to check an input and call the body with it. */
export interface Contestant {
  /** Carries out one call: what the body gave, or what a refusal says. */
  readonly call: (input: unknown) => string | Promise<string>
}

/** Makes a contestant in a process of its own. */
export type CreateContestant = (setting: Setting) => Contestant | Promise<Contestant>

/** What a contestant is set up with. */
export interface Setting {
  /** Tools, or decorated classes, in the process. */
  readonly tools: number
  readonly layers: number
  readonly ambient: boolean
}
