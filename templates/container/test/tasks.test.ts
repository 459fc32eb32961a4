import { toolHarness, toolMatchers, type ToolMatchers } from 'tallystick/testing'
import { expect, it } from 'vitest'

import { createContainer } from '../src/registry.js'

expect.extend(toolMatchers)

declare module 'vitest' {
  interface Matchers<T> extends ToolMatchers {}
}

it('lists the tasks that were added', async () => {
  const harness = toolHarness({ container: createContainer() })
  await expect(harness.call('tasks/add', { title: 'Water the plants' })).toHaveOutcome({
    value: { number: 1 },
  })
  await expect(harness.call('tasks/list')).toHaveOutcome({ value: ['Water the plants'] })
})

it('refuses a task without a title', async () => {
  const harness = toolHarness({ container: createContainer() })
  const call = harness.call('tasks/add', { title: '' })
  await expect(call).toBeRefusedWith('INVALID_ARGUMENTS', { path: 'title' })
})
