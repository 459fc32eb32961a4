import { Module } from '@nestjs/common'
import { ToolsModule } from 'tallystick/nestjs'

import { CountStock } from './count-stock.js'
import { StockService } from './stock-service.js'

@Module({
  imports: [ToolsModule.forFeature([CountStock])],
  providers: [StockService],
  exports: [StockService],
})
export class StockModule {}
