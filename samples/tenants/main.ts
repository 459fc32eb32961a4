import { findServer, isServerRequired } from './database/find-server.js'
import { proofs } from './proofs/proofs.js'
import type { Proof } from './proofs/proof.js'
import { openStage, type Stage } from './proofs/stage.js'

process.exitCode = await demonstrate()

/** Shows every proof, a line each; the exit code says whether all of it held. */
async function demonstrate(): Promise<number> {
  const { admin, missing } = await findServer()
  if (admin === undefined) {
    console.log(`Skipped. ${missing}`)
    return isServerRequired() ? 1 : 0
  }
  const stage = await openStage(admin)
  try {
    console.log('A warehouse that two merchants share, as tools over one table of a PostgreSQL\n')
    let failed = 0
    for (const proof of Object.values(proofs)) failed += await show(proof, stage)
    return failed === 0 ? 0 : 1
  } finally {
    await stage.close()
  }
}

/** How many proofs did not hold: none, or this one. */
async function show({ claim, prove }: Proof, stage: Stage): Promise<number> {
  try {
    await prove(stage)
    console.log(`ok      ${claim}`)
    return 0
  } catch (error) {
    console.log(`FAILED  ${claim}\n        ${error instanceof Error ? error.message : 'unknown'}`)
    return 1
  }
}
