import { styleText } from 'node:util'

import type { Terminal } from './terminal.js'

/** What a piece of text stands for. */
export type Paint = 'good' | 'bad' | 'caution' | 'faint' | 'strong'

const styles = {
  good: 'green',
  bad: 'red',
  caution: 'yellow',
  faint: 'dim',
  strong: 'bold',
} as const satisfies Record<Paint, Parameters<typeof styleText>[0]>

/** Text in the colour of what it stands for, where the terminal shows colours. */
export function paint({ hasColours }: Terminal, as: Paint, text: string): string {
  // Whether there are colours is decided already; Node would look at the process instead.
  return hasColours ? styleText(styles[as], text, { validateStream: false }) : text
}
