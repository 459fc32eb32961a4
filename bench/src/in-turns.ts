/** One round is not counted: it fills the caches of the machine. */
const warmUpRounds = 1

/**
 * What each row came to in each round, by row. In a round each runs once, one after the other, in turned order, so that
 * what the machine does beside it meets all rows alike.
 */
export function inTurns<Row, Result>(
  rows: readonly Row[],
  rounds: number,
  run: (row: Row) => Result,
): readonly (readonly Result[])[] {
  const results: Result[][] = rows.map(() => [])
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    const first = round % rows.length
    const turned = [...rows.entries()].slice(first).concat([...rows.entries()].slice(0, first))
    for (const [index, row] of turned) {
      const result = run(row)
      if (round >= warmUpRounds) results[index]?.push(result)
    }
  }
  return results
}
