import { foreignContents } from './foreign-contents.js'
import { foreignRoots } from './foreign-roots.js'
import type { ForeignSchema } from './foreign-schema.js'

/** Schemas shaped like those of real servers, odd ones included. */
export const foreignSchemas: readonly ForeignSchema[] = [...foreignRoots, ...foreignContents]
