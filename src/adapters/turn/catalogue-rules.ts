import { toRule } from '../../errors/option-problems.js'

/** What `onLoss` must be, in every catalogue. */
export const onLossRule = toRule(
  "'keep', 'drop' or 'throw'",
  (value) => value === 'keep' || value === 'drop' || value === 'throw',
)
