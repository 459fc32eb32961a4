export const projectionNames = ['openai'] as const
export type ProjectionName = (typeof projectionNames)[number]
export function projectFor(..._: unknown[]): string {
  return ''
}
