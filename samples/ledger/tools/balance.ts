import { IsString, Length } from 'class-validator'
import { inject } from 'inversify'
import { Describe, Tool } from 'tallystick'
import { Ledger } from '../books/ledger.js'
import { refusalAsFailure } from './refusal-as-failure.js'

@Tool({
  server: 'ledger',
  name: 'balance',
  description: 'What one account holds, in cents.',
  mutates: false,
})
export class Balance {
  @IsString()
  @Length(1, 64)
  @Describe('Code of the account, for example "bank-main".')
  account!: string

  constructor(@inject(Ledger) private readonly ledger: Ledger) {}

  async call() {
    return refusalAsFailure(() => this.ledger.account(this.account))
  }
}
