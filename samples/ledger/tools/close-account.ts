import { IsString, Length } from 'class-validator'
import { inject } from 'inversify'
import { Describe, Tool } from 'tallystick'
import { Ledger } from '../books/ledger.js'
import { refusalAsFailure } from './refusal-as-failure.js'

@Tool({
  server: 'ledger',
  name: 'close_account',
  description: 'Close an account for good. Its balance must be zero.',
})
export class CloseAccount {
  @IsString()
  @Length(1, 64)
  @Describe('Code of the account.')
  account!: string

  constructor(@inject(Ledger) private readonly ledger: Ledger) {}

  async call() {
    return refusalAsFailure(() => this.ledger.close(this.account))
  }
}
