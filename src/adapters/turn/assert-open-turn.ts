import { DefinitionError } from '../../errors/definition-error.js'
import { isObject } from '../../schema/is-object.js'
import { readRecord } from './model-call.js'

/**
 * Refuses answers that are not by the ids of their questions.
 *
 * @throws DefinitionError without any of its values.
 */
export function assertAnswers(answers: unknown): void {
  if (isObject(answers)) return
  const message = '`answers` is no object with an answer for each `suspensionId`.'
  throw new DefinitionError([{ subject: 'goOn', message, fix: 'Pass { [suspensionId]: answer }.' }])
}

/**
 * Refuses what is no turn that was kept, before anything of it runs.
 *
 * @throws DefinitionError without any of its values.
 */
export function assertOpenTurn(turn: unknown): void {
  const { results, waiting } = readRecord(turn)
  const problems = [
    ...(Array.isArray(results) ? [] : ['`results` is no list.']),
    ...(Array.isArray(waiting) ? [] : ['`waiting` is no list.']),
    ...(Array.isArray(results) && Array.isArray(waiting) && !areInside(waiting, results.length)
      ? ['a waiting call has an `index` that no result has.']
      : []),
    ...(Array.isArray(waiting) && !waiting.every(isNamed)
      ? ['a waiting call has no `suspensionId`.']
      : []),
  ]
  if (problems.length === 0) return
  const fix = 'Pass `results` and `waiting` of a turn as they were.'
  throw new DefinitionError(problems.map((message) => ({ subject: 'goOn', message, fix })))
}

function isNamed(waiting: unknown): boolean {
  return typeof readRecord(waiting)['suspensionId'] === 'string'
}

function areInside(waiting: readonly unknown[], length: number): boolean {
  return [...waiting].map(readRecord).every(({ index }) => {
    return Number.isInteger(index) && (index as number) >= 0 && (index as number) < length
  })
}
