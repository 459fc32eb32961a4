import { plainToInstance } from 'class-transformer'
import { validateSync } from 'class-validator'
import { PlaceOrder } from '../../place-order.js'
import type { CreateContestant } from '../contestant.js'
import { fillerTools } from '../../filler-tools.js'

const strict = { whitelist: true, forbidNonWhitelisted: true }

export const classValidator: CreateContestant = ({ tools }) => {
  fillerTools(tools - 1)
  return {
    call(input) {
      const order = plainToInstance(PlaceOrder, input)
      const errors = validateSync(order, strict)
      return errors.length === 0 ? order.call() : errors.map(String).join('\n')
    },
  }
}
