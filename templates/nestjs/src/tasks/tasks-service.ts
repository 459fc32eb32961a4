import { Injectable } from '@nestjs/common'

import type { AddTaskDto } from './add-task-dto.js'

/** Where tasks are kept. Yours is there already, and knows nothing of tools. */
@Injectable()
export class TasksService {
  readonly #tasks: string[] = []

  add({ title }: AddTaskDto): number {
    return this.#tasks.push(title)
  }

  all(): readonly string[] {
    return [...this.#tasks]
  }
}
