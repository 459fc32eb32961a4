const dateTime =
  /^(\d{4})-(0[1-9]|1[0-2])-(\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/**
 * The moment of an RFC 3339 `date-time`, to the millisecond; undefined for any other text, for a day or hour that does
 * not exist, and for a leap second, which a `Date` cannot hold.
 */
export function parseDateTime(text: string): Date | undefined {
  const upper = text.toUpperCase()
  const match = dateTime.exec(upper)
  if (match === null) return undefined
  const [year = 0, month = 0, day = 0] = match.slice(1, 4).map(Number)
  if (day < 1 || day > daysIn(year, month)) return undefined
  const date = new Date(upper)
  return isInRange(date.getUTCFullYear()) ? date : undefined
}

/** An offset can move a date out of the years RFC 3339 can write. */
function isInRange(year: number): boolean {
  return year >= 0 && year <= 9999
}

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  if (month === 2) return isLeap ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
