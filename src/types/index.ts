// What the TypeScript types of tools say
export type { ToolTypeFacts, TypeFactInputs, TypeFacts } from '../tools/type-facts.js'
