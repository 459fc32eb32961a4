/** A result as the JSON that `--json` prints. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, undefined, 2)
}
