import 'reflect-metadata'
import { IsInt, Min } from 'class-validator'
import { inject } from 'inversify'
import { Tool } from 'tallystick'
// #region matchers
import { toolHarness, toolMatchers, type ToolMatchers } from 'tallystick/testing'

expect.extend(toolMatchers)

declare global {
  namespace jest {
    interface Matchers<R> extends ToolMatchers {}
  }
}
// #endregion matchers

class Bank {
  pay(cents: number) {
    return `paid ${cents}`
  }
}

@Tool({ server: 'bank', name: 'pay', description: 'Pays.' })
class Pay {
  @IsInt()
  @Min(1)
  cents!: number

  constructor(@inject(Bank) private readonly bank: Bank) {}

  call() {
    return this.bank.pay(this.cents)
  }
}

const harness = toolHarness({ tools: [Pay], overrides: [[Bank, new Bank()]] })
afterAll(() => harness.close())

test('a call comes to an outcome', async () => {
  await expect(harness.call('bank/pay', { cents: 5 })).toHaveOutcome({ value: 'paid 5' })
  await expect(harness.call('bank/pay', { cents: 5 })).not.toHaveOutcome({ value: 'paid 6' })
})

test('a call is refused', async () => {
  const refused = harness.call('bank/pay', { cents: 0 })
  await expect(refused).toBeRefusedWith('INVALID_ARGUMENTS', { path: 'cents' })
  await expect(refused).not.toBeRefusedWith('INVALID_ARGUMENTS', { path: 'euros' })
})

test('a matcher that does not match says what came', async () => {
  const matching = expect(harness.call('bank/none')).toHaveOutcome({ value: 1 })
  await expect(matching).rejects.toThrow('There came UNKNOWN_TOOL')
})
