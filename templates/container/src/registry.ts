import 'reflect-metadata'
import { Container } from 'inversify'
import { discoverTools, standardLayers, toolModule } from 'tallystick'

import { AddTask } from './tools/add-task.js'
import { ListTasks } from './tools/list-tasks.js'
import { TaskList } from './tools/task-list.js'

/** The tools and what they need. */
export function createContainer(): Container {
  const container = new Container()
  container.bind(TaskList).toSelf().inSingletonScope()
  container.load(toolModule(AddTask, ListTasks))
  return container
}

const layers = standardLayers({ timeout: { timeoutMs: 30_000 }, retry: {}, outputLimit: {} })

/** The tools under the layers that every call goes through. */
export const registry = layers.reduce(
  (all, layer) => all.layer(layer),
  discoverTools(createContainer()),
)
registry.verify()
