import { isJsonTypeName } from '../source/normal-keywords.js'
import type { Expression } from '../source/expression.js'
import { dataOf, type SourceDocument } from '../source/source-document.js'
import type { SourceSchema } from '../source/source-schema.js'
import { listOf } from './own-shape.js'

/** Schemas followed inside one another at most; beyond them nothing is known. */
const maxDepth = 200

/** Whether null is valid; undefined where that is not known. */
type Answer = boolean | undefined

/** What the schemas of a document say of null. Shapes list null wherever it may be valid; here `not` and the like count. */
export class NullReader {
  readonly #document: SourceDocument
  readonly #answers = new Map<string, Answer>()
  #depth = 0

  constructor(document: SourceDocument) {
    this.#document = document
  }

  accepts(expression: Expression): Answer {
    if ('at' in expression) return this.#acceptsAt(expression.at)
    return 'all' in expression
      ? every(expression.all.map((part) => this.accepts(part)))
      : some(expression.any.map((part) => this.accepts(part)))
  }

  #acceptsAt(path: string): Answer {
    if (this.#answers.has(path)) return this.#answers.get(path)
    if (this.#depth >= maxDepth) return undefined
    // A schema that refers to itself at its own level is asked again before it has an answer.
    this.#answers.set(path, undefined)
    this.#depth += 1
    const answer = this.#judge(this.#document.get(path))
    this.#depth -= 1
    this.#answers.set(path, answer)
    return answer
  }

  #judge(schema: SourceSchema): Answer {
    if (schema.accepts !== 'what-it-says') return schema.accepts === 'everything'
    const target = this.#document.targetOf(schema)
    const list = (keyword: string): readonly Answer[] =>
      listOf(schema, keyword).map((path) => this.#acceptsAt(path))
    const [anyOf, oneOf] = [list('anyOf'), list('oneOf')]
    return every([
      listsNull(schema),
      ...(target === undefined ? [] : [this.#acceptsAt(target)]),
      ...list('allOf'),
      ...(anyOf.length === 0 ? [] : [some(anyOf)]),
      ...(oneOf.length === 0 ? [] : [exactlyOne(oneOf)]),
      not(this.#under(schema, 'not') ?? { answer: false }),
      this.#whenAsked(schema),
    ])
  }

  #whenAsked(schema: SourceSchema): Answer {
    const condition = this.#under(schema, 'if')
    if (condition === undefined) return true
    if (condition.answer === undefined) return undefined
    const asked = this.#under(schema, condition.answer ? 'then' : 'else')
    return asked === undefined ? true : asked.answer
  }

  #under({ members }: SourceSchema, keyword: string): { readonly answer: Answer } | undefined {
    const member = members.find((each) => each.keyword === keyword)
    return member?.kind === 'schema' ? { answer: this.#acceptsAt(member.path) } : undefined
  }
}

/** What `type`, `const` and `enum` say. */
function listsNull(schema: SourceSchema): boolean {
  const types = [dataOf(schema, 'type')].flat().filter(isJsonTypeName)
  const only = dataOf(schema, 'const')
  const values = dataOf(schema, 'enum')
  return (
    (types.length === 0 || types.includes('null')) &&
    (only === undefined || only === null) &&
    (!Array.isArray(values) || values.includes(null))
  )
}

function every(answers: readonly Answer[]): Answer {
  if (answers.includes(false)) return false
  return answers.includes(undefined) ? undefined : true
}

function some(answers: readonly Answer[]): Answer {
  if (answers.includes(true)) return true
  return answers.includes(undefined) ? undefined : false
}

function exactlyOne(answers: readonly Answer[]): Answer {
  const count = answers.filter((answer) => answer === true).length
  if (count > 1) return false
  return answers.includes(undefined) ? undefined : count === 1
}

function not({ answer }: { readonly answer: Answer }): Answer {
  return answer === undefined ? undefined : !answer
}
