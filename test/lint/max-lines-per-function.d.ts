import type { Rule } from 'eslint'

/** ESLint's `max-lines-per-function`, except for the callback of `describe`. */
export const maxLinesPerFunction: Rule.RuleModule
