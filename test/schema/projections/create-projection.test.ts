import { describe, expect, it } from 'vitest'

import { createProjection } from '../../../src/schema/projections/create-projection.js'

describe('createProjection', () => {
  it('hides no fault of its own behind the schema', () => {
    const write = (): never => {
      throw new TypeError('a fault of our own')
    }
    const { project } = createProjection({ target: 'none', limits: { toolName: /^/ }, write })
    expect(() => project({})).toThrow(new TypeError('a fault of our own'))
  })
})
