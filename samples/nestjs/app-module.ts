// #region module
import { Module } from '@nestjs/common'
import { IdempotencyLayer, memoryJournal } from 'tallystick/journal'
import { guardLayer, interceptorLayer, ToolsModule } from 'tallystick/nestjs'

import { AccessModule } from './access/access-module.js'
import { AuditInterceptor } from './access/audit-interceptor.js'
import { RolesGuard } from './access/roles-guard.js'
import { AssistantController } from './assistant/mcp-controller.js'
import { AssistantService } from './assistant/assistant-service.js'
import { OrdersModule } from './orders/orders-module.js'
import { StockModule } from './stock/stock-module.js'

@Module({
  imports: [
    ToolsModule.forRootAsync({
      useFactory: () => ({
        manifest: new URL('../tallystick.yaml', import.meta.url),
        layers: [
          new IdempotencyLayer(memoryJournal()), // the innermost
          interceptorLayer(AuditInterceptor),
          guardLayer(RolesGuard), // the outermost
        ],
      }),
    }),
    AccessModule,
    OrdersModule,
    StockModule,
  ],
  controllers: [AssistantController],
  providers: [AssistantService],
})
export class AppModule {}
// #endregion module
