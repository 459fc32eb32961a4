import { Tool } from 'tallystick'

import { AddTaskDto } from './add-task-dto.js'
import { TasksService } from './tasks-service.js'

@Tool({ server: 'tasks', name: 'add', description: 'Add a task to the list.' })
export class AddTask extends AddTaskDto {
  constructor(private readonly tasks: TasksService) {
    super()
  }

  call() {
    return { number: this.tasks.add(this) }
  }
}
