import type { DefinitionProblem } from '../../errors/definition-error.js'
import { quoteName } from '../../errors/quoted-name.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import type { Effect } from '../../tools/effect.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import { findGrantedEffect, strictestEffect } from '../granted-effect.js'
import type { Manifest } from '../manifest.js'

/**
 * What a reviewer should know of foreign tools although nothing is wrong: where a server claims another effect than the
 * one its tool is run with, and that its calls are made as one and the same for all tenants, or not.
 */
export function foreignNotes(
  { definitions }: ToolRegistry,
  { spec }: Manifest,
): readonly DefinitionProblem[] {
  const granted = new Map(spec.tools.map((grant) => [grant.ref, findGrantedEffect(grant)]))
  const foreign = definitions.filter((definition) => definition.foreign !== undefined)
  const servers = new Map(foreign.map((definition) => [definition.id.server, definition]))
  return [
    ...foreign.flatMap((definition) => {
      const stated = granted.get(definition.id.reference())
      return hintNotes(definition, effectOf(definition, stated))
    }),
    ...[...servers.values()].map(identityNote),
  ]
}

/** What runs: the grant's word, else what the options of the operator say. */
function effectOf(
  { effect: declared, source }: ToolDefinition,
  granted: Effect | undefined,
): Effect {
  return granted === undefined
    ? declared
    : (strictestEffect({ granted, declared, source }) ?? declared)
}

function hintNotes({ id, foreign }: ToolDefinition, effect: Effect): readonly DefinitionProblem[] {
  const { readOnlyHint, destructiveHint, idempotentHint } = foreign?.reported.hints ?? {}
  const subject = id.toString()
  if (effect === 'read' && (readOnlyHint === false || destructiveHint === true)) {
    const message = 'it is run as a read, and its server says that it is none.'
    return [
      { subject, message, fix: 'Look at what it does; unless it reads only, say `effect: write`.' },
    ]
  }
  const claim = findOverclaim({ readOnlyHint, idempotentHint }, effect)
  if (claim === undefined) return []
  const message = `its server claims that it ${claim}; that is not believed, and it is run as ${quoteName(effect)}.`
  return [
    { subject, message, fix: 'Look at what it does; if the claim is true, the grant may say so.' },
  ]
}

function findOverclaim(
  hints: {
    readonly readOnlyHint: boolean | undefined
    readonly idempotentHint: boolean | undefined
  },
  effect: Effect,
): string | undefined {
  if (hints.readOnlyHint === true && effect !== 'read') return 'only reads'
  return hints.idempotentHint === true && effect === 'write' ? 'is idempotent' : undefined
}

function identityNote({ id, foreign }: ToolDefinition): DefinitionProblem {
  const subject = `server ${quoteName(id.server)}`
  return foreign?.hasOwnCredentials === true
    ? {
        subject,
        message: 'what its `credentials` say of a call goes out with it.',
        fix: 'See that they give a tenant nothing of another one.',
      }
    : {
        subject,
        message: 'one identity makes the calls of all tenants there.',
        fix: 'Give `credentials` to mcpTools where tenants have identities of their own.',
      }
}
