import { describe, expect, it } from 'vitest'

import { ToolRegistry } from '../../../src/index.js'
import { connect, eras } from '../server/connect.js'
import { tool } from '../../registry/tools.js'
import { serve } from '../client/servers.js'
import { serveOnward } from './serve-onward.js'

const png = { src: 'data:image/png;base64,aGk=', sizes: ['48x48'] }

describe.each(eras)('the icons that a %s client is shown', (era) => {
  it('are those of the tool', async () => {
    const icons = [{ src: 'https://shop.example/a.svg', theme: 'light' as const }]
    const { client } = await connect(ToolRegistry.empty().register(tool({ icons })), { era })
    expect((await client.listTools()).tools).toMatchObject([{ icons }])
  })

  it('are absent where a tool has none', async () => {
    const { client } = await connect(ToolRegistry.empty().register(tool({ icons: [] })), { era })
    expect((await client.listTools()).tools[0]).not.toHaveProperty('icons')
  })

  it.each<[string, unknown, object[]]>([
    ['of a foreign tool are kept where all of the picture is in them', [png], [png]],
    [
      'of a foreign tool say nothing of who looks, and run nothing',
      [{ src: 'https://far.example/a.png' }, { src: 'data:image/svg+xml;base64,aGk=' }, png],
      [png],
    ],
    [
      'of a foreign tool are not what is no icon',
      [7, { src: 1 }, { ...png, onload: 'x' }, png],
      [png],
    ],
    ['of a foreign tool are at most four', Array(9).fill(png), Array<object>(4).fill(png)],
    ['of a foreign tool are small', [{ src: `data:image/png;base64,${'A'.repeat(65_536)}` }], []],
    ['of a foreign tool are a list', { src: png.src }, []],
  ])('%s', async (_, icons, shown) => {
    const { client } = await serveOnward(serve([{ name: 'act', icons }]), { era })
    const [listed] = (await client.listTools()).tools
    expect(listed?.icons ?? []).toEqual(shown)
  })
})
