import { Module } from '@nestjs/common'
import { ToolsModule } from 'tallystick/nestjs'

import { AddTask } from './add-task.js'
import { ListTasks } from './list-tasks.js'
import { TasksService } from './tasks-service.js'

@Module({
  imports: [ToolsModule.forFeature([AddTask, ListTasks])],
  providers: [TasksService],
})
export class TasksModule {}
