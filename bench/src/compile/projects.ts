import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeProject } from '../write-project.js'
import { sources } from './sources.js'

/** Inside this package, so that its programs find it and its peers by their names. */
const folder = fileURLToPath(new URL('../../../.tmp/compile-bench/', import.meta.url))
const installed = fileURLToPath(new URL('../../node_modules/', import.meta.url))

/** What the programs import of the packages that only benchmarks have. */
const linked = ['ai', 'zod', '@langchain', '@mastra', '@modelcontextprotocol']

/** Writes a program for each way to write a tool, with that many of them, each in a file of its own, and returns their folders. */
export function writeProjects(tools: number): ReadonlyMap<string, string> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  for (const name of linked) {
    symlinkSync(join(installed, name), join(folder, 'node_modules', name), 'dir')
  }
  return new Map(
    Object.entries(sources).map(([name, sourceOf]) => {
      const project = join(folder, name.replaceAll(' ', '-').toLowerCase())
      writeProject(project, tools, sourceOf)
      return [name, project]
    }),
  )
}
