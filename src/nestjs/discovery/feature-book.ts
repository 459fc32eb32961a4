import { subjectOf } from '../../container/classes/class-name.js'
import { isClass } from '../../container/classes/given-class.js'
import { DefinitionError, type DefinitionProblem } from '../../errors/definition-error.js'

/** What one `forFeature` was given, which types promise to be tool classes. */
export type FeatureList = readonly unknown[]

/** Which lists of `forFeature` the registry of an application was made from. */
export class FeatureBook {
  #read: ReadonlySet<FeatureList> | undefined

  /** These lists, and none that come later, are in the registry. */
  close(lists: readonly FeatureList[]): void {
    this.#read = new Set(lists)
  }

  /**
   * Refuses a list that comes after the registry was made, as that of a module that is loaded lazily does: its tools would
   * be unknown, and nobody would say why.
   *
   * @throws DefinitionError naming each of its tools.
   */
  assertRead(list: FeatureList): void {
    if (this.#read === undefined || this.#read.has(list) || list.length === 0) return
    throw new DefinitionError(list.map(loadedLate))
  }
}

function loadedLate(given: unknown): DefinitionProblem {
  return {
    subject: isClass(given) ? subjectOf(given) : 'ToolsModule.forFeature',
    message: 'its module was loaded after the application had read its tools, which do not change.',
    fix: 'Import the module when the application starts, and load lazily, in the body of the tool, what it needs.',
  }
}
