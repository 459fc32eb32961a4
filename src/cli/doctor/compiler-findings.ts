import { findDesignType } from '../../metadata/own-metadata.js'
import { findToolClass } from '../../registry/listing/definition-origin.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { Finding } from './finding.js'

/** Whether the compiler of the app emits what `emitDecoratorMetadata` promises, by what its tool classes carry. */
export function metadataFinding(definitions: readonly ToolDefinition[]): Finding {
  const subject = 'metadata'
  const decorated = definitions.filter((definition) => argumentsOf(definition).length > 0)
  if (decorated.length === 0) {
    return { subject, state: 'good', message: 'no tool class has arguments to tell it by.' }
  }
  if (decorated.some(hasDesignTypes)) {
    return { subject, state: 'good', message: 'the compiler emits decorator metadata.' }
  }
  return {
    subject,
    state: 'caution',
    message: 'the compiler emits no decorator metadata (esbuild and tsx never do).',
    fix: 'Write @inject(token) and @Type(() => TheClass) everywhere, or compile with tsc or SWC.',
  }
}

function hasDesignTypes(definition: ToolDefinition): boolean {
  const prototype = findToolClass(definition)?.prototype as object
  return argumentsOf(definition).some((name) => findDesignType(prototype, name) !== undefined)
}

function argumentsOf(definition: ToolDefinition): readonly string[] {
  const isOfClass = findToolClass(definition) !== undefined
  return isOfClass ? Object.keys(definition.inputSchema.properties ?? {}) : []
}
