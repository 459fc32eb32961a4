const reservedServers: ReadonlySet<string> = new Set([
  'agent',
  'all',
  'builtin',
  'subagent',
  'scripts',
  'mcp',
  'server',
  'group',
  'readonly',
])

/**
 * True when a declared server or name is legal: letters, digits, `_` and `.`; first character a letter; no `__`,
 * no `_` at the end, no `.` at an end or doubled. Without `-` and `__`, a wire name can be inverted.
 */
export function isDeclaredName(text: string): boolean {
  return (
    /^[A-Za-z](?:[A-Za-z0-9]|_(?=[A-Za-z0-9.])|\.(?=[A-Za-z0-9_]))*$/.test(text) &&
    !text.includes('__')
  )
}

/** True for a label that a tool can have: letters, digits, `_`, `-` and `.`, a letter or digit first. */
export function isGroupLabel(text: string): boolean {
  return /^[A-Za-z0-9][\w.-]*$/.test(text)
}

/** True for the servers that selectors need for themselves. */
export function isReservedServer(server: string): boolean {
  return reservedServers.has(server)
}

/** A legal spelling near to `text`. */
export function proposeDeclaredName(text: string): string {
  const legal = text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_.]+/gu, '_')
    .replace(/[_.]*\.[_.]*/g, '.')
    .replace(/_+/g, '_')
    .replace(/^[^A-Za-z]+/, '')
    .replace(/[_.]+$/, '')
  const proposal = legal === '' ? 'tool' : legal
  return isReservedServer(proposal) ? `${proposal}_tools` : proposal
}
