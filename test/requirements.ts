/** Every requirement this package meets; each is cited by the title of at least one test, as `[DEF-03]`. */
export const requirementIds: readonly string[] = [
  ...numbered('DEF', 1, 11),
  ...numbered('SCH', 1, 10),
  ...numbered('ADM', 1, 8),
  ...numbered('DIS', 1, 8),
  'DIS-08a',
  'DIS-08b',
  'DIS-08c',
  ...numbered('REG', 1, 11),
  ...numbered('MAN', 1, 9),
  ...numbered('EFF', 1, 10),
  'CLI-01',
  'CLI-02',
]

/** Requirements that are met in part so far, and may be cited already. */
export const laterIds: readonly string[] = []

function numbered(area: string, first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => {
    return `${area}-${(first + index).toString().padStart(2, '0')}`
  })
}
