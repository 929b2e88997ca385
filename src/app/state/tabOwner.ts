/*
 * Whose tab this is: what session storage keeps (what was selected names households) is theirs alone, and outlives the
 * document that they were signed in to. A digest (see owner.ts), which names nobody, and goes with the rest.
 */
const KEY = 'doorstep.owner'

/** Whose it is, or was before this document; `null` when that is not known. */
export const tabOwner = (): string | null => sessionStorage.getItem(KEY)

/** From here on it is this owner's. */
export function takeTab(owner: string): void {
  try {
    sessionStorage.setItem(KEY, owner)
  } catch {
    // No room: whose it was before stays noted, and what it keeps is forgotten by the next document.
  }
}
