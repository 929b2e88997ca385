import type { SelectedFilters } from '../../state/filters/selection'
import { atom } from '../../state/store'

/**
 * The template in the selector, and the selection that it made. Kept while the page is open, because the panel comes and
 * goes with its sheet.
 */
export interface Chosen {
  /** Another person's must never be shown. */
  readonly owner: string
  /** As in the lists. */
  readonly key: string
  /** As it was last seen in the lists; empty before. */
  readonly name: string
  readonly selection: SelectedFilters
  /** Values that the catalogue no longer has, and which were left out. */
  readonly lost: readonly string[]
}
export const chosenAtom = atom<Chosen | null>(null)
