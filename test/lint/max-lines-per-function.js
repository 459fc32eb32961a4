import { builtinRules } from 'eslint/use-at-your-own-risk'

const coreRule = builtinRules.get('max-lines-per-function')

/**
 * ESLint's `max-lines-per-function`, except for the callback of `describe`: it is a list of tests,
 * each of which is still held to the limit.
 */
export const maxLinesPerFunction = {
  ...coreRule,
  create(context) {
    const report = (descriptor) => {
      if (!isSuiteCallback(descriptor.node)) context.report(descriptor)
    }
    return coreRule.create(Object.create(context, { report: { value: report } }))
  },
}

function isSuiteCallback({ parent }) {
  return parent?.type === 'CallExpression' && rootName(parent.callee) === 'describe'
}

/** `describe`, `describe.each(table)` and `describe.each` all have the root `describe`. */
function rootName(callee) {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return rootName(callee.object)
  return callee.type === 'CallExpression' ? rootName(callee.callee) : undefined
}
