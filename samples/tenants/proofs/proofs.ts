import { proveCleanPool, proveState } from './ambient-state.js'
import { proveAbortedTransaction, proveDeferredConstraint } from './failing-commit.js'
import { proveNoLeaks } from './interleaving.js'
import {
  proveLeastPrivilege,
  proveNarrowViews,
  proveNothingWithoutTenant,
  proveOwnConnection,
  proveOwnRows,
} from './isolation.js'
import { proveKeptFailure, proveKeptOutput, proveUndoneFailures } from './keeping.js'
import { proveLostConnection, proveNoConnection } from './lost-connection.js'
import { proveNestedUndo, proveOneConnection, proveOuterUndo } from './nesting.js'
import type { Proof } from './proof.js'

/** What the demonstration claims, in the order it is shown. */
export const proofs = {
  ownRows: {
    claim: 'Each tenant sees its rows and no other, through the registry and through both agents.',
    prove: proveOwnRows,
  },
  narrowViews: {
    claim: 'An agent calls what it was given, in a nested call too.',
    prove: proveNarrowViews,
  },
  nothingWithoutTenant: {
    claim: 'Without a tenant there is no row to see, and none can be written.',
    prove: proveNothingWithoutTenant,
  },
  leastPrivilege: {
    claim: 'The role of the service owns nothing, and row-level security binds it.',
    prove: proveLeastPrivilege,
  },
  ownConnection: {
    claim: 'No body reaches another tenant, nor the connection after its call has ended.',
    prove: proveOwnConnection,
  },
  noLeaks: {
    claim: '1 000 interleaved calls of two tenants over four connections leak no row.',
    prove: proveNoLeaks,
  },
  undoneFailures: {
    claim: 'A body that throws is undone.',
    prove: proveUndoneFailures,
  },
  keptFailure: {
    claim: 'A failure that landed is kept, and is still a failure.',
    prove: proveKeptFailure,
  },
  keptOutput: {
    claim: 'An output that breaks its schema undoes nothing.',
    prove: proveKeptOutput,
  },
  deferredConstraint: {
    claim: 'A COMMIT that fails leaves the call in doubt, and nothing is written.',
    prove: proveDeferredConstraint,
  },
  abortedTransaction: {
    claim: 'So does a COMMIT that the database answers with ROLLBACK.',
    prove: proveAbortedTransaction,
  },
  nestedUndo: {
    claim: 'A nested call that fails is undone alone.',
    prove: proveNestedUndo,
  },
  outerUndo: {
    claim: 'What nested calls wrote is undone with the call around them.',
    prove: proveOuterUndo,
  },
  oneConnection: {
    claim: 'Nested calls use the connection they are in: a pool of one is enough.',
    prove: proveOneConnection,
  },
  state: {
    claim: 'The tenant is set in the body and on the way back, and not outside.',
    prove: proveState,
  },
  cleanPool: {
    claim: 'Afterwards every connection of the pool is without a tenant.',
    prove: proveCleanPool,
  },
  lostConnection: {
    claim: 'A connection lost inside the body leaves the call in doubt, and is replaced.',
    prove: proveLostConnection,
  },
  noConnection: {
    claim: 'Where there is no connection to begin with, nothing happened.',
    prove: proveNoConnection,
  },
} as const satisfies Readonly<Record<string, Proof>>

/** Names a proof. */
export type ProofName = keyof typeof proofs
