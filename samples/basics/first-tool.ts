// #region tool
import 'reflect-metadata'
import { IsInt, IsString, Length, Min } from 'class-validator'
import { Container, inject } from 'inversify'
import { Describe, discoverTools, Tool, ToolError, toolModule } from 'tallystick'

class Ledger {
  readonly balances = new Map(Object.entries({ 'A-1': 5000, 'A-2': 0 }))

  transfer(from: string, to: string, cents: number) {
    this.balances.set(from, (this.balances.get(from) ?? 0) - cents)
    this.balances.set(to, (this.balances.get(to) ?? 0) + cents)
    return { [from]: this.balances.get(from), [to]: this.balances.get(to) }
  }
}

@Tool({ server: 'ledger', name: 'transfer', description: 'Move money between two accounts.' })
class Transfer {
  @IsString()
  @Length(1, 64)
  @Describe('Account to debit.')
  from!: string

  @IsString()
  @Length(1, 64)
  @Describe('Account to credit.')
  to!: string

  @IsInt()
  @Min(1)
  @Describe('Amount in cents.')
  amountCents!: number

  constructor(@inject(Ledger) private readonly ledger: Ledger) {}

  call() {
    return this.ledger.transfer(this.from, this.to, this.amountCents)
  }
}

const container = new Container()
container.bind(Ledger).toSelf().inSingletonScope()
container.load(toolModule(Transfer))

const registry = discoverTools(container)
registry.verify() // makes every schema now, so that mistakes show at start
const money = { from: 'A-1', to: 'A-2', amountCents: 1250 }
console.log(await registry.dispatch('ledger/transfer', money))

try {
  await registry.dispatch('ledger/transfer', { form: 'A-1', to: 'A-2', amountCents: 0, ledger: {} })
} catch (error) {
  if (ToolError.is(error)) console.log(error.code, error.disposition, '\n' + error.modelText)
}
// #endregion tool
