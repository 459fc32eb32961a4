import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import packageJson from '../../package.json' with { type: 'json' }
import { run } from './run.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'init-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

function filesIn(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .sort()
}

describe('tallystick init', () => {
  it.each([
    ['inversify', 'src/main.ts'],
    ['mcp', 'test/mcp.test.ts'],
    ['nestjs', 'src/tasks/tasks-module.ts'],
  ])('writes a project of template %s, and says what is next [CLI-01]', async (template, own) => {
    const { exitCode, stdout } = await run(['init', 'my tools', '--template', template], {
      cwd: folder,
    })
    const files = filesIn(join(folder, 'my tools'))
    expect(exitCode).toBe(0)
    expect(files).toEqual(
      expect.arrayContaining([...['.gitignore', 'package.json', 'tallystick.contracts.json', own]]),
    )
    expect(stdout.split('\n')).toEqual(expect.arrayContaining(files.map((file) => `wrote ${file}`)))
    expect(stdout).toMatch(/next:\ncd my tools\nnpm install\nnpm test\nnpm start$/)
  })

  it('depends on this release, its peers, and the compiler and runner they are tried with', async () => {
    await run(['init', 'My_Tools'], { cwd: folder })
    const project = JSON.parse(
      readFileSync(join(folder, 'My_Tools', 'package.json'), 'utf8'),
    ) as object
    expect(project).toMatchObject({
      name: 'my-tools',
      type: 'module',
      dependencies: {
        tallystick: `^${packageJson.version}`,
        inversify: packageJson.peerDependencies.inversify,
      },
      devDependencies: { typescript: packageJson.devDependencies.typescript },
    })
    expect(project).not.toHaveProperty(['dependencies', '@modelcontextprotocol/server'])
  })

  it('has a Nest app depend on the Nest that this release is tested with, and on no container beside it', async () => {
    await run(['init', '--template', 'nestjs'], { cwd: folder })
    const text = readFileSync(join(folder, 'package.json'), 'utf8')
    const { '@nestjs/core': core, '@nestjs/testing': testing } = packageJson.devDependencies
    expect(JSON.parse(text)).toMatchObject({
      dependencies: { '@nestjs/core': core, rxjs: packageJson.peerDependencies.rxjs },
      devDependencies: { '@nestjs/testing': testing },
    })
    expect(filesIn(folder)).not.toContain('src/registry.ts')
  })

  it('writes into the folder it is run in, where others may lie, and prints JSON', async () => {
    writeFileSync(join(folder, 'notes.txt'), 'mine')
    const { exitCode, stdout } = await run(['init', '--json'], { cwd: folder })
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      folder,
      template: 'inversify',
      files: expect.arrayContaining(['package.json', 'tallystick.yaml']),
      steps: ['npm install', 'npm test', 'npm start'],
    })
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('mine')
  })

  it('writes nothing where any of its files is there, and names them all', async () => {
    mkdirSync(join(folder, 'src'))
    writeFileSync(join(folder, 'package.json'), '{}')
    symlinkSync('nowhere', join(folder, 'src', 'registry.ts'))
    const { exitCode, stderr } = await run(['init'], { cwd: folder })
    expect(exitCode).toBe(2)
    expect(stderr).toContain(
      'has package.json, src/registry.ts already, and nothing is written over',
    )
    expect(filesIn(folder)).toEqual(['package.json'])
    expect(existsSync(join(folder, 'nowhere'))).toBe(false)
  })

  it('exits with 2 for a template that there is none of', async () => {
    const { exitCode, stderr } = await run(['init', '--template', 'cobol'], { cwd: folder })
    expect({ exitCode, files: filesIn(folder) }).toEqual({ exitCode: 2, files: [] })
    expect(stderr).toContain('Allowed choices are inversify, mcp, nestjs')
  })
})
