import { IsString, Length } from 'class-validator'
import { inject } from 'inversify'
import { Describe, Tool } from 'tallystick'
import { Ledger } from '../books/ledger.js'
import { StatementPrinter } from '../books/statement-printer.js'
import { refusalAsFailure } from './refusal-as-failure.js'

@Tool({
  server: 'ledger',
  name: 'export_statement',
  description: 'Have the bank print and post a statement of one account.',
})
export class ExportStatement {
  @IsString()
  @Length(1, 64)
  @Describe('Code of the account.')
  account!: string

  constructor(
    @inject(Ledger) private readonly ledger: Ledger,
    @inject(StatementPrinter) private readonly printer: StatementPrinter,
  ) {}

  async call() {
    const { name, balanceCents } = refusalAsFailure(() => this.ledger.account(this.account))
    return this.printer.print([name, `${balanceCents.toString()} cents`])
  }
}
