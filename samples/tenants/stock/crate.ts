/** Goods of one merchant on one shelf. */
export interface Crate {
  /** Who owns it, as the database says. */
  readonly tenant: string
  readonly code: string
  readonly shelf: string
  readonly items: number
}

/** A crate that comes in; it belongs to whoever brings it. */
export type NewCrate = Omit<Crate, 'tenant'>
