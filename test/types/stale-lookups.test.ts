import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'

import { findStale, writeFacts } from '../../src/types/index.js'
import { addFiles, toolSource, tsconfig, typeProject } from './type-project.js'

const tool = toolSource('one', 'value!: Item', "import type { Item } from './item.js'")

/** A program, where its tool imports a type from, and what is written after its facts were. */
interface Project {
  readonly files: Readonly<Record<string, string>>
  readonly prepare?: () => void
  readonly from?: string
  readonly change: Readonly<Record<string, string>>
}

let folder: string

beforeEach(() => {
  folder = typeProject({ 'src/item.ts': 'export interface Item { name: string }' })
})

describe('findStale, of what imports may lead to', () => {
  it.each<readonly [string, Project]>([
    [
      'a source in a linked folder changed',
      {
        files: { 'other/item.ts': 'export interface Item { name: string }' },
        prepare: () => symlinkSync('../other', join(folder, 'src/linked')),
        from: './linked/item.js',
        change: { 'other/item.ts': 'export interface Item { name: number }' },
      },
    ],
    [
      'a source in a linked folder is new',
      {
        files: { 'other/item.ts': '' },
        prepare: () => symlinkSync('../other', join(folder, 'src/linked')),
        change: { 'other/two.ts': '' },
      },
    ],
    [
      'an import of its own package leads elsewhere',
      {
        files: {
          'package.json': '{ "type": "module", "imports": { "#item": "./a/item.ts" } }',
          'a/item.ts': 'export interface Item { name: string }',
          'b/item.ts': 'export interface Item { name: number }',
        },
        from: '#item',
        change: { 'package.json': '{ "type": "module", "imports": { "#item": "./b/item.ts" } }' },
      },
    ],
    [
      'a path that came first is there now',
      {
        files: {
          'tsconfig.json': tsconfig({ paths: { '#item': ['./made/item.ts', './kept/item.ts'] } }),
          'kept/item.ts': 'export interface Item { name: string }',
        },
        from: '#item',
        change: { 'made/item.ts': 'export interface Item { name: number }' },
      },
    ],
    [
      'a source is there beside its declarations',
      {
        files: { 'lib/item.d.ts': 'export interface Item { name: string }' },
        from: '../lib/item.js',
        change: { 'lib/item.ts': 'export interface Item { name: number }' },
      },
    ],
    [
      'global types are installed',
      {
        files: { 'tsconfig.json': tsconfig({ types: undefined }) },
        change: { 'node_modules/@types/globals/index.d.ts': 'interface Item { more: string }' },
      },
    ],
    [
      'global types are in a folder of the tsconfig',
      {
        files: { 'tsconfig.json': tsconfig({ types: undefined, typeRoots: ['types'] }) },
        change: { 'types/globals/index.d.ts': 'interface Item { more: string }' },
      },
    ],
    [
      'types of a package that had none are installed',
      {
        files: {
          'src/plain.ts': "import plain from 'plain'\nvoid plain",
          'node_modules/plain/package.json': '{ "name": "plain", "main": "index.js" }',
          'node_modules/plain/index.js': '',
        },
        change: { 'node_modules/@types/plain/package.json': '{ "name": "@types/plain" }' },
      },
    ],
    [
      'a package is installed nearer to the sources',
      { files: {}, change: { 'src/node_modules/tallystick/package.json': '{}' } },
    ],
    [
      'a package is installed in a folder between',
      {
        files: {
          'tsconfig.json': tsconfig({}, { include: ['app/src'] }),
          'app/src/one.ts': toolSource('two', ''),
        },
        change: { 'app/node_modules/tallystick/package.json': '{}' },
      },
    ],
  ])('says that the file is out of date when %s', async (_title, project) => {
    addFiles(folder, project.files)
    project.prepare?.()
    const source = tool.replace('./item.js', project.from ?? './item.js')
    addFiles(folder, { 'src/one.ts': source })
    await writeFacts({ project: folder })
    expect(findStale({ project: folder })).toBeUndefined()
    addFiles(folder, project.change)
    expect(findStale({ project: folder })?.reason).toBe('changed')
  })
})
