import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createContext, type ToolContext, type ToolScope } from 'tallystick'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantDatabase } from '../../samples/tenants/database/tenant-database.js'
import type { ProofName } from '../../samples/tenants/proofs/proofs.js'
import type { Stage } from '../../samples/tenants/proofs/stage.js'
import {
  compiledTenants,
  findMissing,
  findTraces,
  openTestStage,
  proofs,
  servers,
} from './compiled-tenants.js'

const missing = await findMissing()
if (missing !== undefined) process.stderr.write(`Tests of samples/tenants skipped. ${missing}\n`)

/** Starting programs and a thousand calls take a while on a busy machine. */
const patience = { timeout: 120_000 }

/** The demonstration as a program, under some environment. */
function runDemonstration(
  environment: Record<string, string | undefined>,
): SpawnSyncReturns<string> {
  const main = fileURLToPath(new URL('main.js', compiledTenants))
  const env = { ...process.env, ...environment }
  return spawnSync(process.execPath, [main], { encoding: 'utf8', env })
}

describe('the tenants sample without a database', patience, () => {
  const nowhere = { PGHOST: '127.0.0.1', PGPORT: '1' }

  it('is not what these tests run on where a database is required', () => {
    expect(servers.isServerRequired() ? missing : undefined).toBeUndefined()
  })

  it.each([
    ['says that it skipped, and ends well', undefined, 0],
    ['fails where a database is required', '1', 1],
  ])('%s', (_behaviour, isRequired, exitCode) => {
    const run = runDemonstration({ ...nowhere, TALLYSTICK_REQUIRE_POSTGRES: isRequired })
    expect({ status: run.status, stderr: run.stderr }).toEqual({ status: exitCode, stderr: '' })
    expect(run.stdout).toMatch(/^Skipped\. No PostgreSQL lets us in \(ECONNREFUSED\)\..*\n$/)
  })
})

describe.skipIf(missing !== undefined)('the tenants demonstration', patience, () => {
  it('proves all it claims, and leaves no role and no schema behind', async () => {
    const before = await findTraces()
    const run = runDemonstration({})
    expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 0, stderr: '' })
    expect(run.stdout).toMatch(/^[\n\x20-\x7e]*$/)
    const shown = [...run.stdout.matchAll(/^ok {6}(.*)$/gm)].map(([, claim]) => claim)
    expect(shown).toEqual(Object.values(proofs).map(({ claim }) => claim))
    expect(await findTraces()).toEqual(before)
  })
})

describe.skipIf(missing !== undefined)(
  'a scope that is a transaction of PostgreSQL',
  patience,
  () => {
    let stage: Stage
    beforeAll(async () => {
      stage = await openTestStage()
    })
    afterAll(() => stage.close())

    const holds = (name: ProofName) => async (): Promise<void> => {
      await expect(proofs[name].prove(stage)).resolves.toBeUndefined()
    }

    it(
      'shows each tenant its rows only, through the parent and narrowed registries [REG-08]',
      holds('ownRows'),
    )
    it('is kept by narrowed registries, whose nested calls stay narrow', holds('narrowViews'))
    it('shows no row without a tenant, and takes none [REG-08]', holds('nothingWithoutTenant'))
    it('runs as a role that owns nothing and cannot bypass policies', holds('leastPrivilege'))
    it('keeps its connection from other tenants and from late work', holds('ownConnection'))
    it(
      'leaks no row in 1 000 interleaved calls of two tenants over a small pool [REG-08]',
      holds('noLeaks'),
    )

    it('rolls back when the body throws [REG-08]', holds('undoneFailures'))
    it('commits a ToolFailure that landed, which stays a failure [REG-08]', holds('keptFailure'))
    it('commits an output that breaks its schema [REG-08]', holds('keptOutput'))
    it(
      'whose COMMIT breaks a deferred constraint is in-doubt, with nothing written [REG-08]',
      holds('deferredConstraint'),
    )
    it(
      'whose COMMIT is answered with ROLLBACK is in-doubt, with nothing written [REG-08]',
      holds('abortedTransaction'),
    )

    it('undoes a nested call that fails, and no other', holds('nestedUndo'))
    it('undoes nested calls with the call around them', holds('outerUndo'))
    it('lets nested calls use the one connection of the call around them', holds('oneConnection'))

    it('is there inside the body and on the way back, and absent outside [REG-08]', holds('state'))
    it('leaves no tenant on any connection of the pool [REG-08]', holds('cleanPool'))
    it('whose connection is lost inside the body is in-doubt [REG-08]', holds('lostConnection'))
    it('whose BEGIN fails did not happen [REG-08]', holds('noConnection'))
  },
)

type Wrap = (database: TenantDatabase) => ToolScope['wrap']

const south = createContext({ tenantId: 'south' })
const silent = (): void => undefined

const asSouth: Wrap = (database) => (_context, run) => database.wrap(south, run)
const nothing: Wrap = () => (_context, run) => run()
const keepsAll: Wrap = (database) => (context, run) =>
  database.wrap(context, () => run().catch(silent))
const undoesAll: Wrap = (database) => (context, run) =>
  database.wrap(context, () => run().then(() => Promise.reject(new Error('undone'))))
const hidesCommit: Wrap = (database) => (context, run) => database.wrap(context, run).catch(silent)
const goesOn: Wrap = (database) => (context, run) => database.wrap(context, run).catch(run)
const staysSet: Wrap = (database) => (context, run) =>
  database.wrap(context, () => setForSession(database, context).then(run))

async function setForSession(database: TenantDatabase, { tenantId }: ToolContext): Promise<void> {
  await database.query(`SELECT set_config('warehouse.tenant', $1, false)`, [tenantId])
}

/** How a proof ends that does not hold: in an assertion, or in a call that fails. Without a database it is neither. */
const unproven: unknown = expect.stringMatching(/^(ERR_ASSERTION|TOOL_FAILED)$/)

describe.skipIf(missing !== undefined)('the proofs of the tenants sample', patience, () => {
  it.each([
    ['mistakes tenants', asSouth, ['ownRows', 'nothingWithoutTenant', 'ownConnection', 'noLeaks']],
    ['provides nothing', nothing, ['state', 'lostConnection', 'oneConnection']],
    ['keeps what failed', keepsAll, ['undoneFailures', 'nestedUndo', 'outerUndo']],
    ['undoes what landed', undoesAll, ['keptFailure', 'keptOutput']],
    ['hides a failed COMMIT', hidesCommit, ['deferredConstraint', 'abortedTransaction']],
    ['goes on without a transaction', goesOn, ['noConnection']],
    ['sets the tenant for the session', staysSet, ['cleanPool']],
  ] as const)('do not hold for a scope that %s', async (_fault, wrap, broken) => {
    const stage = await openTestStage((database) => ({ wrap: wrap(database) }))
    try {
      for (const name of broken) {
        await expect(proofs[name].prove(stage), name).rejects.toMatchObject({ code: unproven })
      }
    } finally {
      await stage.close()
    }
  })
})
