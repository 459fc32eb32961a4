import { inject } from 'inversify'
import { Tool } from 'tallystick'

import { TaskList } from './task-list.js'

@Tool({
  server: 'tasks',
  name: 'list',
  description: 'List all tasks, the oldest first.',
  mutates: false,
})
export class ListTasks {
  constructor(@inject(TaskList) private readonly tasks: TaskList) {}

  call() {
    return this.tasks.all()
  }
}
