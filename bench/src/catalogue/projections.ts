import { forAnthropic, forGemini, forMcp, forOpenAi, type Projection } from '../../../dist/index.js'

/** How a catalogue is written, by the name of its row; as descriptors alone where there is no projection. */
export const projections: Readonly<Record<string, () => Projection | undefined>> = {
  'descriptors alone': () => undefined,
  'forOpenAi()': () => forOpenAi(),
  'forOpenAi({ strict: true })': () => forOpenAi({ strict: true }),
  'forAnthropic()': () => forAnthropic(),
  'forAnthropic({ strict: true })': () => forAnthropic({ strict: true }),
  'forGemini()': () => forGemini(),
  'forMcp()': () => forMcp(),
}
