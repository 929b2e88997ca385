import type { SelectedFilters } from '../../state/selection'
import { atom } from '../../state/store'
import type { ReadTemplates } from '../../state/templateStore'

/*
 * Kept while the page is open, because the panel comes and goes with its sheet. Each names its owner:
 * another person's must never be shown.
 */

/** The list that was read last. */
export const readTemplatesAtom = atom<(ReadTemplates & { readonly owner: string }) | null>(null)

/** The template in the selector, and the selection that it made. */
export interface Chosen {
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
