import { IsString, Length } from 'class-validator'
import { Describe, Tool } from 'tallystick'

import { StockService } from './stock-service.js'

@Tool({
  ...{ server: 'stock', name: 'count', mutates: false },
  description: 'Count what is in stock of an article.',
})
export class CountStock {
  @IsString()
  @Length(1, 20)
  @Describe('Its number, such as tea.')
  sku!: string

  constructor(private readonly stock: StockService) {}

  call() {
    return { sku: this.sku, count: this.stock.count(this.sku) }
  }
}
