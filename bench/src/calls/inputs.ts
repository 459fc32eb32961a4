import { makeInput } from '../place-order.js'
import type { InputForm } from './contestant.js'

/** Fresh inputs, as they are read from a text; the refused ones break three rules. */
export function makeInputs(
  count: number,
  kind: 'refused' | 'valid',
  form: InputForm,
): readonly unknown[] {
  return Array.from({ length: count }, (_, index) => {
    const input = kind === 'valid' ? makeInput(index) : { ...makeInput(index), ...broken(index) }
    const text = JSON.stringify(input)
    return form === 'text' ? text : (JSON.parse(text) as unknown)
  })
}

function broken(index: number): Record<string, unknown> {
  return {
    quantity: 0,
    channel: 'fax',
    address: { street: `${index} Long Lane`, city: '' },
  }
}
