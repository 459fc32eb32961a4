import { quoteName } from '../../errors/quoted-name.js'

/** What a problem with a class is about, behind the name of the tool. */
export interface ProblemPlace {
  /** The nested class; undefined for the class that was asked for. */
  readonly owner: string | undefined
  /** Undefined for the class as a whole. */
  readonly property: string | undefined
}

/** The subject of a problem, for example `ledger/transfer, class "Line", property "sku"`. */
export function toSubject(tool: string, { owner, property }: ProblemPlace): string {
  const inClass = owner === undefined ? '' : `, class ${quoteName(owner)}`
  const ofProperty = property === undefined ? '' : `, property ${quoteName(property)}`
  return `${tool}${inClass}${ofProperty}`
}

/** What `toSubject` said: names as they are shown in errors. */
export function fromSubject(subject: string): ProblemPlace {
  const { owner, property } = ending.exec(subject)?.groups ?? {}
  return { owner: unquote(owner), property: unquote(property) }
}

const ending = /(?:, class "(?<owner>(?:\\"|[^"])*)")?(?:, property "(?<property>(?:\\"|[^"])*)")?$/

function unquote(name: string | undefined): string | undefined {
  return name?.replaceAll('\\"', '"')
}
