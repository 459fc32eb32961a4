/** A TypeScript enum of texts. */
export type TextEnum<Member extends string> = Readonly<Record<string, Member>>

/** The member with a value, or undefined: how a stored text becomes an enum again. */
export function findMember<Member extends string>(
  members: TextEnum<Member>,
  value: unknown,
): Member | undefined {
  return Object.values(members).find((member) => member === value)
}

/** @throws Error when no member has the value. */
export function getMember<Member extends string>(
  members: TextEnum<Member>,
  value: unknown,
): Member {
  const member = findMember(members, value)
  if (member !== undefined) return member
  throw new Error(`Stored value: expected one of ${Object.values(members).join(', ')}.`)
}
