import { LineCounter, parseDocument, visit, type Document, type YAMLError } from 'yaml'

import { escapeUnprintable } from '../../errors/quoted-name.js'
import type { DocumentPlace, DocumentProblem } from './document-problems.js'

/** A document as YAML reads it, with what it takes to say where something stands. */
export interface YamlDocument {
  readonly root: unknown
  /** The tree with comments and ranges. */
  readonly document: Document.Parsed
  readonly problems: readonly DocumentProblem[]
  placeOf(offset: number): DocumentPlace
}

const maxCharacters = 1024 * 1024
const maxMessageLength = 200

/**
 * Reads one document by YAML 1.2, core schema: no merge keys, no other version. Repeated keys are left to the reader
 * of the tree, which finds them in linear time.
 */
export function readYaml(text: string, path: string): YamlDocument {
  const lines = new LineCounter()
  const placeOf = (offset: number): DocumentPlace => {
    const { line, col } = lines.linePos(offset)
    return { path, line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const isTooLong = text.length > maxCharacters
  const document = parseDocument(isTooLong ? '' : text, {
    ...{ version: '1.2', schema: 'core', merge: false, uniqueKeys: false },
    ...{ strict: true, prettyErrors: false, lineCounter: lines, logLevel: 'error' },
  } as const)
  const found = toldErrors(document).map((error) => toProblem(error, placeOf))
  const problems = isTooLong
    ? [tooLong(placeOf(0))]
    : [...found, ...versionProblems(document, placeOf), ...tagProblems(document, placeOf)]
  return { root: document.contents, document, problems, placeOf }
}

type PlaceOf = YamlDocument['placeOf']

/** Mistakes that stand for themselves; any other makes the reader lose its way, and what it tells then is noise. */
const separate: ReadonlySet<string> = new Set(['MULTIPLE_DOCS', 'TAG_RESOLVE_FAILED'])

function toldErrors({ errors, warnings }: Document.Parsed): readonly YAMLError[] {
  const inOrder = [...errors, ...warnings].sort((a, b) => a.pos[0] - b.pos[0])
  const lost = inOrder.findIndex(({ code }) => !separate.has(code))
  return lost === -1 ? inOrder : inOrder.slice(0, lost + 1)
}

function toProblem(error: YAMLError, placeOf: PlaceOf): DocumentProblem {
  const place = placeOf(error.pos[0])
  if (error.code === 'MULTIPLE_DOCS') {
    const fix = 'Keep one document in one file.'
    return { place, message: 'there is a second document.', fix }
  }
  const reason = escapeUnprintable(error.message.slice(0, maxMessageLength)).replace(/[.;]*$/, '')
  return { place, message: `this is not valid YAML: ${reason}.`, fix: 'Correct the syntax there.' }
}

function versionProblems({ directives }: Document.Parsed, placeOf: PlaceOf): DocumentProblem[] {
  if (directives.yaml.explicit !== true || directives.yaml.version === '1.2') return []
  const message = 'the document asks for another version of YAML than 1.2.'
  return [{ place: placeOf(0), message, fix: 'Remove the %YAML line.' }]
}

/** A tag that YAML knows makes a text of a number and the like; those it does not know are among its own errors. */
function tagProblems(document: Document.Parsed, placeOf: PlaceOf): DocumentProblem[] {
  const problems: DocumentProblem[] = []
  visit(document, {
    Node(_key, { tag, range }) {
      if (tag !== '!' && tag?.startsWith('tag:yaml.org,2002:') !== true) return
      const place = placeOf(range?.[0] ?? 0)
      problems.push({ place, message: 'a tag says what kind of value this is.', fix: 'Remove it.' })
    },
  })
  return problems
}

function tooLong(place: DocumentPlace): DocumentProblem {
  const message = 'the document has more than 1 048 576 characters.'
  return { place, message, fix: 'Split it: one manifest for each deployment.' }
}
