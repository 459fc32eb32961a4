import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describe, expect, it } from 'vitest'

import packageJson from '../../package.json' with { type: 'json' }
import { renderDocument, unmarkedBlocks } from './render-document.js'

const readme = readFileSync('README.md', 'utf8')
const ciScript = readFileSync('.ci/run', 'utf8')

describe('README', () => {
  it('is shorter than 250 lines', () => {
    expect(readme.split('\n').length).toBeLessThan(250)
  })

  it('lists every dependency of the package and nothing else', () => {
    const table = /## Dependencies\n([^]*?)\n## /.exec(readme)?.[1] ?? ''
    const listed = [...table.matchAll(/^\| ([@a-z/-]+) +\| (dependency|peer)/gm)].map(
      ([, name, kind]) => [name, kind],
    )
    const dependencies = Object.keys(packageJson.dependencies).map((name) => [name, 'dependency'])
    const peers = Object.keys(packageJson.peerDependencies).map((name) => [name, 'peer'])
    expect(listed.sort()).toEqual([...dependencies, ...peers].sort())
  })

  it.each([
    ...new Set(
      [...readme.matchAll(/npm (?:run ([a-z0-9:-]+)|(test|start)\b)/g)].map(([command]) => command),
    ),
  ])('names a command that exists: %s', (command) => {
    const script = command.replace(/^npm (run )?/, '')
    expect(packageJson.scripts).toHaveProperty([script])
  })

  it('has a page of its own for each task', () => {
    const tasks = [
      'define',
      'review',
      'serve',
      'retry safely',
      'approve',
      'narrow',
      'test',
      'adapt',
    ]
    const pages = tasks.map((task) => {
      return new RegExp(`^\\| ${task}[: ][^|]*\\| \\[(docs/[a-z]+\\.md)`, 'm').exec(readme)?.[1]
    })
    expect(pages).not.toContain(undefined)
    expect(new Set(pages).size).toBe(tasks.length)
  })

  it.each(['npm install && npm test', 'npm run check', 'npm start'])(
    'is what CI does: %s',
    (command) => {
      expect(readme).toContain(command)
      expect(ciScript).toMatch(new RegExp(`^\\s*${command}( |$)`, 'm'))
    },
  )
})

describe('the documentation', () => {
  const documents = ['README.md', ...readdirSync('docs').map((name) => join('docs', name))]

  it.each(documents)('shows samples as they are, and their real output: %s', async (path) => {
    const text = readFileSync(path, 'utf8')
    await expect(await renderDocument(text)).toMatchFileSnapshot(join('../..', path))
  })

  it.each(documents)('holds no code that is not run: %s', (path) => {
    expect(unmarkedBlocks(readFileSync(path, 'utf8'))).toEqual([])
  })

  it.each(documents)('links to what exists: %s', (path) => {
    const links = [...readFileSync(path, 'utf8').matchAll(/\]\(([^)#]*)(?:#([^)]+))?\)/g)]
    const missing = links.filter(([, link = '', anchor]) => {
      const target = link === '' ? path : join(dirname(path), link)
      return !existsSync(target) || (anchor !== undefined && !headingsOf(target).includes(anchor))
    })
    expect(missing.map(([whole]) => whole)).toEqual([])
  })

  it('shows code in the README and in the guide', () => {
    expect(readme).toContain('<!-- region: ')
    expect(readFileSync('docs/guide.md', 'utf8').match(/<!-- region: /g)?.length).toBeGreaterThan(5)
  })
})

/** The anchors of a page, as they are made of its headings. */
function headingsOf(path: string): readonly string[] {
  return [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
