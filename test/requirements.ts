/** Every requirement this package meets; each is cited by the title of at least one test, as `[DEF-03]`. */
export const requirementIds: readonly string[] = [
  ...numbered('DEF', 1, 11),
  'SCH-01',
  ...numbered('SCH', 3, 7),
  ...numbered('ADM', 1, 7),
  ...numbered('DIS', 1, 6),
  'DIS-08',
  'DIS-08a',
  'DIS-08b',
  'DIS-08c',
  'REG-01',
]

/** Requirements that are met in part so far, and may be cited already. */
export const laterIds: readonly string[] = [
  'SCH-02',
  'SCH-08',
  'SCH-10',
  'REG-02',
  'REG-03',
  'REG-09',
  'REG-11',
]

function numbered(area: string, first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => {
    return `${area}-${(first + index).toString().padStart(2, '0')}`
  })
}
