import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'

import { DefinitionError } from '../../errors/definition-error.js'
import { CommandFailure, exitCodes } from '../command-failure.js'
import type { App } from './app.js'
import { findApp } from './find-app.js'

const typescriptEndings: ReadonlySet<string> = new Set(['.ts', '.mts', '.cts', '.tsx'])

/**
 * Finds and imports the app.
 *
 * @throws CommandFailure when there is none, it cannot be imported, or it exports no app.
 * @throws DefinitionError with the problems of its tools.
 */
export async function loadApp(cwd: string, app: string | undefined): Promise<App> {
  const file = findApp(cwd, app)
  const module = await importModule(file)
  // Inversify and class-validator take most of the start; commands without an app do without them.
  const { toApp } = await import('./app.js')
  return toApp(file, module)
}

async function importModule(file: string): Promise<object> {
  try {
    const module = (await import(pathToFileURL(file).href)) as object
    expectRejections(module)
    return module
  } catch (cause) {
    // What discovery finds while the module runs is for the app's author, in its own words.
    if (DefinitionError.is(cause)) throw cause
    throw new CommandFailure(`${file}: ${explain(cause, file)}`, {
      exitCode: exitCodes.failed,
      cause,
    })
  }
}

/** A promise that a module exports may reject before anybody reads it. */
function expectRejections(module: object): void {
  for (const exported of Object.values(module) as readonly unknown[]) {
    if (exported instanceof Promise) exported.catch(() => undefined)
  }
}

function explain(cause: unknown, file: string): string {
  const { code, message } = (cause ?? {}) as Partial<NodeJS.ErrnoException>
  const isTypeScript = typescriptEndings.has(extname(file))
  if (isTypeScript && (code === 'ERR_UNKNOWN_FILE_EXTENSION' || cause instanceof SyntaxError)) {
    return (
      'this Node.js cannot run TypeScript with decorators. ' +
      'Name the compiled module, or register a loader that does: NODE_OPTIONS="--import tsx".'
    )
  }
  if (code === 'ERR_MODULE_NOT_FOUND')
    return `it imports what is not there: ${message ?? 'a module'}. Build first?`
  return `it failed while it was imported: ${message ?? 'it threw no error.'}`
}
