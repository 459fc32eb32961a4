// #region tool
import 'reflect-metadata'
import { IsInt, IsString, Length, Max, Min } from 'class-validator'
import { Container, inject } from 'inversify'
import { Tool, toolModule } from 'tallystick'

/** The bank, as this program reaches it. */
export class Bank {
  async transfer(from: string, to: string, cents: number): Promise<string> {
    throw new Error(`no network for ${from}, ${to}, ${cents}`)
  }
}

@Tool({
  server: 'ledger',
  name: 'transfer',
  description: 'Move money between two accounts.',
  idempotencyKey: 'reference',
})
export class Transfer {
  @IsString()
  @Length(1, 64)
  from!: string

  @IsString()
  @Length(1, 64)
  to!: string

  @IsInt()
  @Min(1)
  @Max(1_000_000)
  amountCents!: number

  @IsString()
  @Length(1, 64)
  reference!: string

  constructor(@inject(Bank) private readonly bank: Bank) {}

  async call() {
    return this.bank.transfer(this.from, this.to, this.amountCents)
  }
}

/** The container of the program, made anew for whoever asks. */
export function createContainer(): Container {
  const container = new Container()
  container.bind(Bank).toSelf().inSingletonScope()
  container.load(toolModule(Transfer))
  return container
}
// #endregion tool
