import { Module } from '@nestjs/common'
import { standardLayers } from 'tallystick'
import { ToolsModule } from 'tallystick/nestjs'

import { AgentController } from './agent-controller.js'
import { TasksModule } from './tasks/tasks-module.js'

@Module({
  imports: [
    ToolsModule.forRoot({
      manifest: new URL('../tallystick.yaml', import.meta.url),
      layers: standardLayers({ timeout: { timeoutMs: 30_000 }, retry: {}, outputLimit: {} }),
    }),
    TasksModule,
  ],
  controllers: [AgentController],
})
export class AppModule {}
