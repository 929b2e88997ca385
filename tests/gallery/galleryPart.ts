import type { ReactNode } from 'react'

/** A part in one of its states. */
export interface PartState {
  readonly state: string
  readonly show: ReactNode
}

/** A part of the interface, named after its folder in ui. */
export interface GalleryPart {
  readonly part: string
  readonly states: readonly PartState[]
}
