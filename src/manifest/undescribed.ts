/** What a draft writes where the code does not say what a tool does. It parses, and it does not check. */
export const undescribed = 'Not described yet.'

/** True for a description that says nothing: a blank one, or the one of a draft that nobody replaced. */
export function isUndescribed(description: unknown): boolean {
  if (typeof description !== 'string') return true
  const words = description.trim().toLowerCase()
  return words === '' || words.replace(/\W*$/, '') === 'not described yet'
}
