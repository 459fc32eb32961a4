import { DefinitionError } from '../../errors/definition-error.js'
import { findToolClass } from '../../registry/listing/definition-origin.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { CompilerFlags } from '../../types/project/compiler-flags.js'
import type { Finding } from './finding.js'

/** Whether the flags of the tsconfig let tool classes work; `read` is asked for them. */
export function tsconfigFinding(read: () => CompilerFlags): Finding {
  const subject = 'tsconfig'
  try {
    const flags = read()
    const wrong = flagRules.find(({ flag }) => !flags[flag])
    if (wrong !== undefined) return { subject, ...wrong.finding }
    return { subject, state: 'good', message: `${flags.tsconfig} has the flags that tools need.` }
  } catch (error) {
    if (!DefinitionError.is(error)) throw error
    return { subject, state: 'caution', message: `it cannot be judged. ${error.message}` }
  }
}

/** In the order in which they hurt. */
const flagRules: readonly {
  readonly flag: Exclude<keyof CompilerFlags, 'tsconfig'>
  readonly finding: Omit<Finding, 'subject'>
}[] = [
  {
    flag: 'experimentalDecorators',
    finding: {
      state: 'bad',
      message: 'experimentalDecorators is off, so that @Tool and validators do not compile.',
      fix: 'Set "experimentalDecorators": true.',
    },
  },
  {
    flag: 'strictNullChecks',
    finding: {
      state: 'caution',
      message: 'strictNullChecks is off, so that types cannot be read or compared with validators.',
      fix: 'Set "strict": true.',
    },
  },
  {
    flag: 'emitDecoratorMetadata',
    finding: {
      state: 'caution',
      message: 'emitDecoratorMetadata is off, so that no type is inferred.',
      fix: 'Set "emitDecoratorMetadata": true, or write @inject(token) and @Type(() => TheClass) everywhere.',
    },
  },
]

/** Whether the compiler of the app emits what `emitDecoratorMetadata` promises, by what its tool classes carry. */
export async function metadataFinding(definitions: readonly ToolDefinition[]): Promise<Finding> {
  const subject = 'metadata'
  const decorated = definitions.filter((definition) => argumentsOf(definition).length > 0)
  if (decorated.length === 0) {
    return { subject, state: 'good', message: 'no tool class has arguments to tell it by.' }
  }
  if (await hasDesignTypes(decorated)) {
    return { subject, state: 'good', message: 'the compiler emits decorator metadata.' }
  }
  return {
    subject,
    state: 'caution',
    message: 'the compiler emits no decorator metadata (esbuild and tsx never do).',
    fix: 'Write @inject(token) and @Type(() => TheClass) everywhere, or compile with tsc or SWC.',
  }
}

/** What reads them needs peers, which are there once an app was loaded. */
async function hasDesignTypes(definitions: readonly ToolDefinition[]): Promise<boolean> {
  const { findDesignType } = await import('../../metadata/own-metadata.js')
  return definitions.some((definition) => {
    const prototype = findToolClass(definition)?.prototype as object
    return argumentsOf(definition).some((name) => findDesignType(prototype, name) !== undefined)
  })
}

function argumentsOf(definition: ToolDefinition): readonly string[] {
  const isOfClass = findToolClass(definition) !== undefined
  return isOfClass ? Object.keys(definition.inputSchema.properties ?? {}) : []
}
