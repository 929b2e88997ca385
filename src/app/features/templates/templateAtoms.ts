import type { SelectedFilters } from '../../state/selection'
import { sessionAtom } from '../../state/session'
import { atom } from '../../state/store'
import type { ReadTemplates } from '../../state/templateStore'

/*
 * Kept while the page is open, because the panel comes and goes with its sheet. Each names its owner:
 * another person's must never be shown.
 */

/** Whose templates: the person, in the organisation in view. */
export const ownerAtom = atom((get) => {
  const session = get(sessionAtom)
  return session ? `${session.organisation} ${session.email}` : ''
})

/** The list that was read last. */
export const readTemplatesAtom = atom<(ReadTemplates & { readonly owner: string }) | null>(null)

/** The template in the selector, and the selection that it made. */
export interface Chosen {
  readonly owner: string
  /** As in the lists. */
  readonly key: string
  readonly selection: SelectedFilters
  /** Values that the catalogue no longer has, and which were left out. */
  readonly lost: readonly string[]
}
export const chosenAtom = atom<Chosen | null>(null)
