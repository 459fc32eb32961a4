/** JSON over several lines; what fits into `width` stays on one. */
export function prettyJson(value: unknown, width: number): string {
  const line = inlineJson(value)
  if (line.length <= width || typeof value !== 'object' || value === null) return line
  const isArray = Array.isArray(value)
  const members = Object.entries(value).map(([key, member]) => {
    const name = isArray ? '' : `${JSON.stringify(key)}: `
    const text = prettyJson(member, width - indent.length - name.length - 1)
    return `${indent}${name}${text.replaceAll('\n', `\n${indent}`)}`
  })
  const [open, close] = isArray ? '[]' : '{}'
  return `${open ?? ''}\n${members.join(',\n')}\n${close ?? ''}`
}

const indent = '  '

/** JSON on one line, with a space inside braces so that a terminal can wrap it. */
function inlineJson(value: unknown): string {
  // Line breaks inside strings are escaped, so every raw one is layout.
  return JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ')
}
