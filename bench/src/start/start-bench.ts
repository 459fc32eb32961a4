import { benchImports } from './imports.js'
import { benchManyTools } from './many-tools.js'

/** What it takes until tools can be called, as a Markdown section. */
export function benchStart(): string {
  return ['## Start and memory', benchImports(), benchManyTools()].join('\n\n')
}
