/** Cents as an amount with two decimals: `-1,250.00`. */
export function formatCents(cents: number): string {
  const digits = Math.abs(cents).toString().padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, ',')
  return `${cents < 0 ? '-' : ''}${whole}.${digits.slice(-2)}`
}

/** A change of cents, its sign always shown; nothing for no change. */
export function formatChange(cents: number): string {
  if (cents === 0) return ''
  return cents > 0 ? `+${formatCents(cents)}` : formatCents(cents)
}
