import { Type } from 'class-transformer'
import { IsEnum, IsInt, IsOptional, Max, Min, ValidateNested } from 'class-validator'
import { inject } from 'inversify'
import { Describe, Tool } from 'tallystick'
import { Category } from '../books/entry.js'
import { Ledger } from '../books/ledger.js'
import { Period } from './period.js'
import { refusalAsFailure } from './refusal-as-failure.js'

@Tool({
  server: 'ledger',
  name: 'postings',
  description: 'Postings of a period, earliest first; of one category or all.',
  mutates: false,
})
export class Postings {
  @ValidateNested()
  @Type(() => Period)
  @Describe('The days asked for.')
  period!: Period

  @IsOptional()
  @IsEnum(Category)
  @Describe('Only postings of this category.')
  category?: Category

  @IsInt()
  @Min(1)
  @Max(100)
  @Describe('How many postings at most.')
  limit = 20

  constructor(@inject(Ledger) private readonly ledger: Ledger) {}

  async call() {
    const { period, category, limit } = this
    const query = { from: day(period.from), to: day(period.to), category, limit }
    return refusalAsFailure(() => this.ledger.postings(query))
  }
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10)
}
