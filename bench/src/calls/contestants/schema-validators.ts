import { Ajv2020 } from 'ajv/dist/2020.js'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { z } from 'zod'
import { placeOrder, type placeOrderSchema } from '../../place-order.js'
import type { CreateContestant } from '../contestant.js'

type Order = z.infer<typeof placeOrderSchema>

const text = (maximum: number) => Type.String({ minLength: 1, maxLength: maximum })
const closed = { additionalProperties: false }

const schema = Type.Object(
  {
    customer: text(64),
    quantity: Type.Integer({ minimum: 1 }),
    channel: Type.Union([Type.Literal('web'), Type.Literal('shop'), Type.Literal('phone')]),
    address: Type.Object({ street: text(100), city: text(60) }, closed),
    labels: Type.Array(Type.String()),
  },
  closed,
)

/** Ajv checks and copies nothing: the body gets the caller's own object. */
export const ajv: CreateContestant = () => {
  const instance = new Ajv2020({ allErrors: true })
  const validate = instance.compile(JSON.parse(JSON.stringify(schema)) as object)
  return {
    call: (input) =>
      validate(input) ? placeOrder(input as Order) : instance.errorsText(validate.errors),
  }
}

/** So does TypeBox. */
export const typebox: CreateContestant = () => {
  const validator = Compile(schema)
  return {
    call(input) {
      if (validator.Check(input)) return placeOrder(input)
      return validator
        .Errors(input)
        .map(({ message }) => message)
        .join('\n')
    },
  }
}

/** The floor of every path from a text. */
export const parseOnly: CreateContestant = () => ({
  call: (input) => placeOrder(JSON.parse(input as string) as Order),
})
