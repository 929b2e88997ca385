import type { SelectedFilters } from '../../state/filters/selection'
import { atom } from '../../state/store'

/** The chosen template and its selection. An atom, because the panel unmounts with its sheet. */
export interface Chosen {
  /** Another person's must never be shown. */
  readonly owner: string
  readonly key: string
  /** Its last known name; empty before. */
  readonly name: string
  readonly selection: SelectedFilters
  /** Values missing from the catalogue, left out. */
  readonly lost: readonly string[]
}
export const chosenAtom = atom<Chosen | null>(null)
