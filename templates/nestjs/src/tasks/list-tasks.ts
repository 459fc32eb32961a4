import { Tool } from 'tallystick'

import { TasksService } from './tasks-service.js'

@Tool({
  server: 'tasks',
  name: 'list',
  description: 'List all tasks, the oldest first.',
  mutates: false,
})
export class ListTasks {
  constructor(private readonly tasks: TasksService) {}

  call() {
    return this.tasks.all()
  }
}
