import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'

import packageJson from '../../package.json' with { type: 'json' }
import twelve from '../nestjs-12/package.json' with { type: 'json' }

const isTwelve = process.env['TALLYSTICK_NESTJS'] === '12'
const from = isTwelve
  ? new URL('../nestjs-12/package.json', import.meta.url)
  : new URL('../../package.json', import.meta.url)

describe('the Nest of these tests', () => {
  it('is the one that its project names', async () => {
    const path = createRequire(from).resolve('@nestjs/core/package.json')
    const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
    const named = isTwelve
      ? twelve.dependencies['@nestjs/core']
      : packageJson.devDependencies['@nestjs/core']
    expect(version).toBe(named)
    const { NestFactory } = await import('@nestjs/core')
    const loaded: unknown = await import(new URL('index.js', `file://${path}`).href)
    expect((loaded as { NestFactory: unknown }).NestFactory).toBe(NestFactory)
  })
})
