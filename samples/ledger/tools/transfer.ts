import { IsInt, IsString, Length, Min } from 'class-validator'
import { inject } from 'inversify'
import { Describe, Tool } from 'tallystick'
import { Ledger } from '../books/ledger.js'
import { refusalAsFailure } from './refusal-as-failure.js'

@Tool({
  server: 'ledger',
  name: 'transfer',
  description: 'Move money between two accounts.',
  // Two payments may be equal in everything else: the reference says which one this is.
  idempotencyKey: 'reference',
})
export class Transfer {
  @IsString()
  @Length(1, 64)
  @Describe('Account the money leaves. Only an asset account can pay.')
  from!: string

  @IsString()
  @Length(1, 64)
  @Describe('Account the money goes to.')
  to!: string

  @IsInt()
  @Min(1)
  @Describe('Amount in cents.')
  amountCents!: number

  @IsString()
  @Length(1, 64)
  @Describe('The invoice or order this transfer pays. It is paid once.')
  reference!: string

  constructor(@inject(Ledger) private readonly ledger: Ledger) {}

  async call() {
    const { from, to, amountCents, reference } = this
    return refusalAsFailure(() => this.ledger.transfer({ from, to, amountCents, reference }))
  }

  /** The process that ran `call` ended in the middle of it: only the books know whether the money moved. */
  async reconcile() {
    const receipt = this.ledger.findReceipt(this.reference)
    return receipt === undefined
      ? { verdict: 'did-not-happen' }
      : { verdict: 'landed', value: receipt }
  }
}
