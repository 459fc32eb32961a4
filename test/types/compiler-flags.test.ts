import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import { readCompilerFlags } from '../../src/types/project/compiler-flags.js'

const folder = mkdtempSync(join(tmpdir(), 'flags-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

function flagsOf(compilerOptions: object, more: object = {}): unknown {
  const file = join(folder, 'tsconfig.json')
  writeFileSync(file, JSON.stringify({ compilerOptions, files: [], ...more }))
  const { experimentalDecorators, emitDecoratorMetadata, strictNullChecks } =
    readCompilerFlags(file)
  return [experimentalDecorators, emitDecoratorMetadata, strictNullChecks]
}

describe('readCompilerFlags', () => {
  it.each([
    [{}, [false, false, false]],
    [{ experimentalDecorators: true, strict: true }, [true, false, true]],
    [{ strict: true, strictNullChecks: false }, [false, false, false]],
    [{ emitDecoratorMetadata: true, module: 'of-tomorrow' }, [false, true, false]],
  ])('reads %j as the compiler does', (options, flags) => {
    expect(flagsOf(options)).toEqual(flags)
  })

  it('reads what a tsconfig extends', () => {
    writeFileSync(join(folder, 'base.json'), '{ "compilerOptions": { "strict": true } }')
    expect(flagsOf({}, { extends: './base.json' })).toEqual([false, false, true])
  })

  it('says that there is no tsconfig', () => {
    expect(() => readCompilerFlags(join(folder, 'none.json'))).toThrow(/there is no tsconfig/)
  })
})
