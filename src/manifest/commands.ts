/** What a person types to settle a disagreement, in one place so that every message says the same. */
export const commands = {
  draft: 'tallystick manifest draft',
  update: 'tallystick manifest update',
  add: 'tallystick manifest update --add',
  check: 'tallystick check',
} as const
