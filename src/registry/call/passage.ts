/** The way inwards through a layer: shut once that layer, or one round it, has answered. */
export interface Passage {
  readonly isOpen: boolean
}
