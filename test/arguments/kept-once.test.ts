import { getMetadataStorage, IsInt, IsString, Min } from 'class-validator'
import { describe, expect, it } from 'vitest'

import { refusalsOf, schemaOf } from './arguments-of.js'

class Search {
  @IsString() q!: string
  @IsInt() @Min(1) limit = 20
}

/** How many classes class-validator knows; its executor looks at each of them on every call. */
function knownTargets(): number {
  const { validationMetadatas } = getMetadataStorage() as unknown as {
    readonly validationMetadatas: ReadonlyMap<unknown, unknown>
  }
  return validationMetadatas.size
}

describe('a class that is read many times', () => {
  it('adds to what class-validator keeps only once', async () => {
    const readOnce = async (): Promise<void> => {
      schemaOf(Search)
      expect(await refusalsOf(Search, { q: 'x' })).toEqual([])
    }
    await readOnce()
    const before = knownTargets()
    for (let count = 0; count < 20; count += 1) await readOnce()
    expect(knownTargets()).toBe(before)
  })
})
