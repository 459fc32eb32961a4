import { IsString, Length } from 'class-validator'
import { inject } from 'inversify'
import { Describe, Tool } from 'tallystick'

import { TaskList } from './task-list.js'

@Tool({ server: 'tasks', name: 'add', description: 'Add a task to the list.' })
export class AddTask {
  @IsString()
  @Length(1, 200)
  @Describe('What there is to do.')
  title!: string

  constructor(@inject(TaskList) private readonly tasks: TaskList) {}

  call() {
    return { number: this.tasks.add(this.title) }
  }
}
