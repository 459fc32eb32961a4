import 'reflect-metadata'
import { IsInt, Max, Min } from 'class-validator'
import { Container } from 'inversify'
import { describe, expect, it } from 'vitest'

import { discoverTools } from '../../src/container/discover-tools.js'
import { toolModule } from '../../src/container/tool-module.js'
import { Tool } from '../../src/decorators/tool.js'
import { checkManifest } from '../../src/manifest/check/check-manifest.js'
import { contractsDocument } from '../../src/manifest/contract/contract-book.js'
import { describeContractChange } from '../../src/manifest/contract/contract-change.js'
import { parseContracts } from '../../src/manifest/contract/parse-contracts.js'
import { diffManifests } from '../../src/manifest/diff/diff-manifests.js'
import { parseManifest } from '../../src/manifest/read/parse-manifest.js'
import { draftManifest } from '../../src/manifest/write/draft-manifest.js'
import { updateManifest } from '../../src/manifest/write/update-manifest.js'
import type { ToolRegistry } from '../../src/registry/tool-registry.js'
import type { Constructor, ToolClass } from '../../src/tools/constructor.js'

function discover(toolClass: Constructor): ToolRegistry {
  const container = new Container()
  container.load(toolModule(toolClass as ToolClass))
  return discoverTools(container)
}

@Tool({ server: 'ledger', name: 'transfer', description: 'Moves money.' })
class Transfer {
  @IsInt() @Min(1) amountCents!: number
  call() {
    return this.amountCents
  }
}

@Tool({ server: 'ledger', name: 'transfer', description: 'Moves money.' })
class ChangedTransfer {
  @IsInt() @Min(0) @Max(500) amountCents!: number
  call() {
    return this.amountCents
  }
}

const changes = [
  'inputSchema.properties.amountCents.maximum: nothing -> 500 (narrowed, breaking)',
  'inputSchema.properties.amountCents.minimum: 1 -> 0 (widened)',
]

describe('a review', () => {
  const before = discover(Transfer)
  const after = discover(ChangedTransfer)
  const text = draftManifest(before)
  const reviewed = parseManifest(text)
  const contracts = contractsDocument(reviewed, before)

  it('begins with a draft that checks clean', () => {
    expect(checkManifest(before, reviewed)).toEqual([])
  })

  it('fails when a validator changes, with the exact path and the reason', () => {
    const found = checkManifest(after, reviewed, { contracts: parseContracts(contracts) })
    expect(found.map(({ message }) => message)).toEqual([
      'ledger/transfer: its contract is another one than was reviewed.',
    ])
    expect(found[0]?.changes?.map(describeContractChange)).toEqual(changes)
  })

  it('shows the change in the document, and passes when it is accepted', () => {
    const accepted = parseManifest(updateManifest(text, after))
    const known = parseContracts(contracts)
    const proposed = parseContracts(contractsDocument(accepted, after, known))
    const found = diffManifests(reviewed, accepted, { contracts: new Map([...known, ...proposed]) })
    expect(found).toMatchObject([{ kind: 'schema-changed', breaking: true }])
    expect(found[0]?.changes?.map(describeContractChange)).toEqual(changes)
    expect(checkManifest(after, accepted)).toEqual([])
  })
})
