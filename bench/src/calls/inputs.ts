import { makeInput } from '../place-order.js'
import type { InputForm } from './contestant.js'

/** Fresh inputs; the refused ones break three rules. */
export function makeInputs(
  count: number,
  kind: 'refused' | 'valid',
  form: InputForm,
): readonly unknown[] {
  return Array.from({ length: count }, (_, index) => {
    const input = kind === 'valid' ? makeInput(index) : { ...makeInput(index), ...broken(index) }
    return form === 'text' ? JSON.stringify(input) : input
  })
}

function broken(index: number): Record<string, unknown> {
  return {
    quantity: 0,
    channel: 'fax',
    address: { street: `${index} Long Lane`, city: '' },
  }
}
