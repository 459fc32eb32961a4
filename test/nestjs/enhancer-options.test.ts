import { describe, expect, it } from 'vitest'

import { guardLayer, interceptorLayer } from '../../src/nestjs/index.js'
import { problemsOf } from '../container/problems-of.js'

describe.each([
  ['guardLayer', (given: unknown) => guardLayer({ canActivate: () => true }, given as never)],
  [
    'interceptorLayer',
    (given: unknown) =>
      interceptorLayer({ intercept: (_execution, next) => next.handle() }, given as never),
  ],
])('the options of %s', (subject, make) => {
  it.each([
    [{ name: ' ' }, 'the option "name" has a wrong value.'],
    [{ name: 7 }, 'the option "name" has a wrong value.'],
    [{ nmae: 'roles' }, 'there is no option "nmae".'],
    ['roles', 'the options are not an object.'],
    [null, 'the options are not an object.'],
  ])('are refused where they are %j', (given, message) => {
    expect(problemsOf(() => make(given))).toMatchObject([{ subject, message }])
  })

  it('name the layer', () => {
    expect(make({ name: 'roles' })).toMatchObject({ name: 'roles' })
  })
})

describe('what is no enhancer, with options that are none', () => {
  it.each([
    ['guardLayer', guardLayer],
    ['interceptorLayer', interceptorLayer],
  ])('is refused in one error: %s', (_name, make) => {
    const problems = problemsOf(() => make({} as never, { name: '' }))
    expect(problems.map(({ message }) => message)).toEqual([
      'the option "name" has a wrong value.',
      expect.stringContaining('nothing with a method'),
    ])
  })
})
