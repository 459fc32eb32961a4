/** The name of the file that facts are written to, beside the tsconfig. */
export const factsFileName = 'tallystick.types.json'
