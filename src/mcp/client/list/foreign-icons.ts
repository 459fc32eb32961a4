import { findIcons, type ToolIcon } from '../../../tools/tool-icon.js'

/** No more than people need to tell a tool by. */
const mostIcons = 4
const longestIcons = 65_536

/** Pictures that hold nothing but a picture: a drawing may hold scripts, and a URL tells its server who looks. */
const rasterData = /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=-]*$/

/** The icons of a foreign tool that may be shown elsewhere: small, and with all of their data in them. */
export function foreignIcons(given: unknown): readonly ToolIcon[] {
  const entries = Array.isArray(given) ? given.slice(0, mostIcons) : []
  const icons = entries.flatMap((icon: unknown) => findIcons([icon]) ?? [])
  const kept = icons.filter(({ src }) => rasterData.test(src))
  const length = kept.reduce((sum, icon) => sum + JSON.stringify(icon).length, 0)
  return Object.freeze(length <= longestIcons ? kept : [])
}
