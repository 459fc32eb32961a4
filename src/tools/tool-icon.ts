/** A picture of a tool for the people who see it in a client, as MCP has it; no model is shown it. */
export interface ToolIcon {
  /** An `https:` URL, or a `data:` URI of an image. */
  readonly src: string
  /** The type of the image, where `src` does not say it. */
  readonly mimeType?: string
  /** Sizes at which it can be shown: `48x48`, or `any` for a drawing. */
  readonly sizes?: readonly string[]
  /** The background it was made for. */
  readonly theme?: 'light' | 'dark'
}

/** Frozen copies of icons; undefined for what are none. */
export function findIcons(given: unknown): readonly ToolIcon[] | undefined {
  if (!Array.isArray(given)) return undefined
  const icons = given.map(findIcon)
  return icons.every((icon) => icon !== undefined) ? Object.freeze(icons) : undefined
}

const rules: Readonly<Record<keyof ToolIcon, (value: unknown) => boolean>> = {
  src: (value) => isText(value) && (isHttps(value) || value.startsWith('data:image/')),
  mimeType: (value) => isText(value) && /^[\w.+-]+\/[\w.+-]+$/.test(value),
  sizes: (value) => Array.isArray(value) && value.every(isSize),
  theme: (value) => value === 'light' || value === 'dark',
}

function findIcon(given: unknown): ToolIcon | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const said = Object.entries(given).filter(([, value]) => value !== undefined)
  const isIcon = said.every(
    ([name, value]) => Object.hasOwn(rules, name) && rules[name as keyof ToolIcon](value),
  )
  if (!isIcon || !said.some(([name]) => name === 'src')) return undefined
  const { sizes, ...rest } = Object.fromEntries(said) as unknown as ToolIcon
  return Object.freeze({ ...rest, ...(sizes && { sizes: Object.freeze([...sizes]) }) })
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isHttps(src: string): boolean {
  return URL.canParse(src) && new URL(src).protocol === 'https:'
}

function isSize(value: unknown): boolean {
  return isText(value) && /^(?:any|\d+x\d+)$/.test(value)
}
