import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { play } from './story/play.js'
import { proveStory } from './story/proofs.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-gateway-'))
try {
  process.exitCode = await demonstrate(folder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Tells the whole story; the exit code says whether all of it held. */
async function demonstrate(folder: string): Promise<number> {
  console.log('Our own tools and those of four other servers, behind one manifest, as one server')
  const proofs = proveStory(await play(folder))
  console.log('')
  for (const { claim, holds } of proofs) console.log(`${holds ? 'ok     ' : 'FAILED '} ${claim}`)
  return proofs.every(({ holds }) => holds) ? 0 : 1
}
