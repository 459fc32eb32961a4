/** A whole number in decimal digits, as `BigInt` writes it. */
export const bigintPattern = '^-?\\d+$'

/** How long such a text may be: reading digits takes time that grows faster than their number. */
export const maxBigintLength = 4096

const wholeNumber = new RegExp(bigintPattern)

/** The number that a text of digits says; undefined for any other text, and for one that is too long. */
export function parseBigint(text: string): bigint | undefined {
  return text.length <= maxBigintLength && wholeNumber.test(text) ? BigInt(text) : undefined
}
