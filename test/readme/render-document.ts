import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { format } from 'prettier'

import packageJson from '../../package.json' with { type: 'json' }
import { errorCodes, type DispositionRule } from '../../src/errors/error-codes.js'

const dispositionWords: Readonly<Record<DispositionRule, string>> = {
  'did-not-happen': 'did-not-happen',
  'in-doubt': 'in-doubt',
  landed: 'landed',
  stated: 'as stated',
  mark: 'by the mark',
}

/**
 * A document with each marked block made anew: code from a region of a sample, output from running one, the
 * error table from the table of codes.
 */
export function renderDocument(text: string): Promise<string> {
  const rendered = text
    .replace(/(<!-- region: (\S+)#(\S+) -->\n\n```ts\n)[^]*?(```)/g, withRegion)
    .replace(/(<!-- output: (\S+) -->\n\n```text\n)[^]*?(```)/g, withOutput)
    .replace(/(<!-- errors -->\n\n)[^]*?(\n\n)/, (_whole, head: string, tail: string) => {
      return `${head}${errorTable()}${tail}`
    })
  return format(rendered, { ...packageJson.prettier, parser: 'markdown', trailingComma: 'all' })
}

/** The fenced `ts` blocks that no mark stands over. */
export function unmarkedBlocks(text: string): readonly string[] {
  const blocks = [...text.matchAll(/(.*)\n\n```ts\n[^]*?```/g)]
  return blocks
    .map(([, before]) => before ?? '')
    .filter((line) => !line.startsWith('<!-- region: '))
}

function withRegion(_whole: string, head: string, path: string, name: string, tail: string) {
  return `${head}${readRegion(path, name)}\n${tail}`
}

function withOutput(_whole: string, head: string, path: string, tail: string) {
  return `${head}${execFileSync(process.execPath, [path], { encoding: 'utf8' })}${tail}`
}

function readRegion(path: string, name: string): string {
  const source = readFileSync(path, 'utf8')
  const pattern = new RegExp(`^// #region ${name}\\n([^]*?)^// #endregion ${name}$`, 'm')
  const region = pattern.exec(source)?.[1]
  if (region === undefined) throw new Error(`${path} has no region "${name}".`)
  return region.trimEnd()
}

function errorTable(): string {
  const rows = Object.entries(errorCodes).map(
    ([code, { when, disposition }]) =>
      `| \`${code}\` | ${when} | ${dispositionWords[disposition]} |`,
  )
  return ['| code | when | disposition |', '| --- | --- | --- |', ...rows].join('\n')
}
