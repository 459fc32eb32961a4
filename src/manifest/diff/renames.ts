import type { ManifestGrant } from '../manifest.js'

/**
 * Grants that went and came with one contract: the same tool under another name. Where several share a contract, the
 * description must tell them apart; what it does not is no rename.
 */
export function findRenames(
  gone: readonly ManifestGrant[],
  come: readonly ManifestGrant[],
): readonly (readonly [from: ManifestGrant, to: ManifestGrant])[] {
  return gone.flatMap((from) => {
    const to = onlyPartner(from, come)
    return to !== undefined && onlyPartner(to, gone) === from ? [[from, to] as const] : []
  })
}

function onlyPartner(
  grant: ManifestGrant,
  others: readonly ManifestGrant[],
): ManifestGrant | undefined {
  if (grant.contract === undefined) return undefined
  const alike = others.filter(({ contract }) => contract === grant.contract)
  if (alike.length < 2) return alike[0]
  const same = alike.filter(({ description }) => description === grant.description)
  return same.length === 1 ? same[0] : undefined
}
