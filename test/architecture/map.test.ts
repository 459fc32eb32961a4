import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import architecture from './levels.json' with { type: 'json' }

const src = new URL('../../src/', import.meta.url)
const levels: Readonly<Record<string, number>> = architecture.levels

/** The rows of the map's table: `| errors/ | 0 | what it owns |`, in order. */
function mapRows(): readonly { room: string; level: number; line: string }[] {
  const text = readFileSync(new URL('README.md', src), 'utf8')
  const rows = text.matchAll(/^\| `([\w-]+)\/`\s*\| (\d+)\s*\| (.+?)\s*\|$/gm)
  return [...rows].map(([, room = '', level = '', line = '']) => {
    return { room, level: Number(level), line }
  })
}

function foldersOnDisk(): readonly string[] {
  return readdirSync(src, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

describe('the map of src/', () => {
  it('has a level for each folder on disk, and none for a folder that is not there', () => {
    expect(Object.keys(levels).sort()).toEqual(foldersOnDisk())
  })

  it('is what src/README.md shows, lowest level first', () => {
    const rows = mapRows().map(({ room, level }) => [room, level])
    expect(rows).toEqual(Object.entries(levels))
  })

  it('says in one line what each room owns', () => {
    expect(mapRows().filter(({ line }) => line.length < 20)).toEqual([])
  })

  it('gives each third-party package to a room that is there', () => {
    const owners = Object.values(architecture.owners)
    expect(owners.filter((room) => !(room in levels))).toEqual([])
  })

  it('has no file at the top of src/ but the index and the map', () => {
    const files = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.map((file) => file.name).sort()).toEqual(['README.md', 'index.ts'])
  })
})
