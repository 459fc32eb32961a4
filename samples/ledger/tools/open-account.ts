import { IsEnum, IsString, Length, Matches } from 'class-validator'
import { inject } from 'inversify'
import { Describe, Tool } from 'tallystick'
import { AccountKind } from '../books/account.js'
import { Ledger } from '../books/ledger.js'
import { refusalAsFailure } from './refusal-as-failure.js'

@Tool({
  server: 'ledger',
  name: 'open_account',
  description: 'Open an account with nothing on it.',
})
export class OpenAccount {
  @Matches(/^[a-z][a-z0-9-]{0,31}$/)
  @Describe('Code of the new account: small letters, digits and hyphens.')
  code!: string

  @IsString()
  @Length(1, 64)
  @Describe('What the account is called on statements.')
  name!: string

  @IsEnum(AccountKind)
  @Describe('What the account stands for.')
  kind!: AccountKind

  constructor(@inject(Ledger) private readonly ledger: Ledger) {}

  async call() {
    const { code, name, kind } = this
    return refusalAsFailure(() => this.ledger.open({ code, name, kind }))
  }
}
