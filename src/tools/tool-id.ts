import { DefinitionError } from '../errors/definition-error.js'
import { quoteName } from '../errors/quoted-name.js'
import { digestText } from '../schema/digest.js'
import { isDeclaredName } from './declared-name.js'

const wireNameLength = 64
const scheme = 'tool://'

/**
 * The identity of a tool: the pair (server, name).
 *
 * @example
 * ```ts
 * const id = new ToolId('ledger', 'transfer')
 * String(id)      // 'ledger/transfer', its short form
 * id.reference()  // 'tool://ledger/transfer'
 * id.wireName()   // 'ledger__transfer', the only name a model emits
 * ```
 */
export class ToolId {
  /** The server half. */
  readonly server: string
  /** The name half. */
  readonly name: string

  /**
   * Takes any server and name without `/`, white space, control or invisible characters, as foreign tools have them.
   * @throws DefinitionError for other text.
   */
  constructor(server: string, name: string) {
    assertSegment('server', server)
    assertSegment('name', name)
    this.server = server
    this.name = name
    Object.freeze(this)
  }

  /** The id of an exact reference `tool://server/name`; undefined for any other text. */
  static parse(reference: string): ToolId | undefined {
    if (typeof reference !== 'string' || !reference.startsWith(scheme)) return undefined
    return ToolId.#fromShortForm(reference.slice(scheme.length))
  }

  static #fromShortForm(text: string): ToolId | undefined {
    const [server, name, ...rest] = text.split('/')
    if (server === undefined || name === undefined || rest.length > 0) return undefined
    return isSegment(server) && isSegment(name) ? new ToolId(server, name) : undefined
  }

  /** `server/name`. */
  toString(): string {
    return `${this.server}/${this.name}`
  }

  /** `server/name`, so that an id inside JSON reads as its short form. */
  toJSON(): string {
    return this.toString()
  }

  /** `tool://server/name`. */
  reference(): string {
    return `${scheme}${this.toString()}`
  }

  /**
   * The name a model emits: `server__name` with `.` as `-`. A foreign id that breaks the rules for
   * declared names, or is longer than 64 characters, is clamped and gets a hash of its reference.
   */
  wireName(): string {
    const plain = plainWireName(this)
    const isPlain = isDeclaredName(this.server) && isDeclaredName(this.name)
    if (isPlain && plain.length <= wireNameLength) return plain
    return clampedWireName(plain, this.reference())
  }
}

/** True for `[A-Za-z0-9_-]`, 1 to 64 characters, first one a letter or `_`: what every model SDK accepts. */
export function isWireName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(text)
}

/** `server__name` with `.` as `-`, however long it is. */
export function plainWireName({ server, name }: ToolId): string {
  return `${server}__${name}`.replaceAll('.', '-')
}

function clampedWireName(plain: string, reference: string): string {
  const hash = digestText('tallystick.wire-name', reference).slice(0, 10)
  const legal = plain.replace(/[^A-Za-z0-9_-]/gu, '-').replace(/^[^A-Za-z_]/, '_')
  return `${legal.slice(0, wireNameLength - hash.length - 1)}_${hash}`
}

/** What a reviewer does not see, or takes for something else: among them fillers, variation selectors and blank braille. */
const unfitCharacter = /[/\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u

function isSegment(text: unknown): text is string {
  return typeof text === 'string' && text !== '' && !unfitCharacter.test(text)
}

function assertSegment(role: 'server' | 'name', text: string): void {
  if (isSegment(text)) return
  throw new DefinitionError([
    {
      subject: 'ToolId',
      message: `${typeof text === 'string' ? quoteName(text) : `a ${typeof text}`} as a ${role} cannot identify a tool.`,
      fix: 'Use a text that is not empty and has no "/", white space, control or invisible characters.',
    },
  ])
}
