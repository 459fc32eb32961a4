/** What is wrong with a file of contracts. It keeps nothing from being checked, only from being explained. */
export interface ContractsFault {
  /** Where it is and what is wrong, without a full stop: `tallystick.contracts.json: it is not JSON`. */
  readonly message: string
  /** The digests whose contracts do not match them; undefined where the file as a whole is of no use. */
  readonly digests?: readonly string[] | undefined
}

/** Why the contract of a digest is not at hand, the reviewed one or its successor, and what brings it back. */
export function whyNotAtHand(
  fault: ContractsFault | undefined,
  digest: string,
  which: 'reviewed' | 'proposed' = 'reviewed',
): { readonly why: string; readonly fix: string } {
  const isConcerned = fault?.digests === undefined || fault.digests.includes(digest)
  if (fault !== undefined && isConcerned) {
    return { why: fault.message, fix: 'To see it, restore that file from version control.' }
  }
  const fix = 'Keep the contracts file of the manifest in version control.'
  return { why: `the ${which} contract is not at hand`, fix }
}
