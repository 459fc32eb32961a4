import { findMember, type TextEnum } from './enum-member.js'

/** The records of a CSV text (RFC 4180) whose first line names the columns; blank lines are left out. */
export function parseCsv(text: string): readonly CsvRecord[] {
  const [header = [], ...lines] = splitFields(text.replace(/^\uFEFF/, ''))
  return lines.map((fields, index) => {
    if (fields.length === header.length) return new CsvRecord(index + 2, zip(header, fields))
    throw new Error(
      `CSV record ${index + 2}: it has ${fields.length} fields. Give it ${header.length}.`,
    )
  })
}

/** One record. Reading a column it does not have, or a number that is none, throws with the record's number. */
export class CsvRecord {
  constructor(
    readonly number: number,
    private readonly fields: ReadonlyMap<string, string>,
  ) {}

  text(column: string): string {
    const value = this.fields.get(column)
    if (value === undefined) throw this.problem(`there is no column "${column}"`)
    return value
  }

  integer(column: string): number {
    const value = this.text(column)
    if (!/^-?\d{1,15}$/.test(value)) throw this.problem(`"${column}" is not a whole number`)
    return Number(value)
  }

  oneOf<Member extends string>(column: string, members: TextEnum<Member>): Member {
    const member = findMember(members, this.text(column))
    if (member === undefined) throw this.problem(`"${column}" is none of the known values`)
    return member
  }

  problem(what: string): Error {
    return new Error(`CSV record ${this.number}: ${what}. Correct the file.`)
  }
}

/** One match is one field: its text, quoted or plain, then what ends it. */
const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

function splitFields(text: string): readonly (readonly string[])[] {
  const lines: string[][] = []
  let line: string[] = []
  field.lastIndex = 0
  while (field.lastIndex < text.length) {
    const match = field.exec(text)
    if (match === null) throw new Error(`CSV record ${lines.length + 1}: a quote stands amiss.`)
    const [, quoted, plain = '', end] = match
    line.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === ',') continue
    lines.push(line)
    line = []
  }
  return lines.filter((fields) => fields.length > 1 || fields[0] !== '')
}

function zip(header: readonly string[], fields: readonly string[]): ReadonlyMap<string, string> {
  return new Map(header.map((name, index) => [name, fields[index] ?? '']))
}
