import { draftSchema, type Draft } from '#offline/drafts'
import { atom } from './store'
import { askToPersist, deviceTables, follow } from './device/tables'

/* Live, and the same in every tab. */

export type { Draft } from '#offline/drafts'
export { isKept } from './device/tables'

const listAtom = atom<Draft[]>([])
follow(listAtom, (shelves) => shelves.drafts)

/** Last changed first. */
export const draftsAtom = atom((get) => [...get(listAtom)].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)))

/** The stored draft, or `null`. */
export async function readDraft(id: string): Promise<Draft | null> {
  return (await deviceTables().drafts.list()).find((draft) => draft.id === id) ?? null
}

/** Saves the draft. @throws what the device threw. */
export async function saveDraft(draft: Draft): Promise<void> {
  askToPersist()
  await deviceTables().drafts.put(draftSchema.parse(draft))
}

/** Removes the draft. */
export const removeDraft = (id: string): Promise<void> => deviceTables().drafts.remove(id)
