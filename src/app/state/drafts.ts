import { draftSchema, type Draft } from '#offline/drafts'
import { atom } from './store'
import { askToPersist, deviceTables, follow } from './device/tables'

/*
 * The campaigns being written on this device: a live list, the same in every tab. Saved at each change;
 * they survive a crash, a reload and an update, and go with the person.
 */

export type { Draft } from '#offline/drafts'
export { isKept } from './device/tables'

const listAtom = atom<Draft[]>([])
follow(listAtom, (shelves) => shelves.drafts)

/** The drafts, last changed first. */
export const draftsAtom = atom((get) => [...get(listAtom)].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)))

/** The draft as it lies here now, or `null`; for a loader, which has no time to wait for the list. */
export async function readDraft(id: string): Promise<Draft | null> {
  return (await deviceTables().drafts.list()).find((draft) => draft.id === id) ?? null
}

/** Keeps the draft, new or changed. @throws what the device threw, told in storageProblemAtom already. */
export async function saveDraft(draft: Draft): Promise<void> {
  askToPersist()
  await deviceTables().drafts.put(draftSchema.parse(draft))
}

/** Removes the draft; one that is not there is fine. */
export const removeDraft = (id: string): Promise<void> => deviceTables().drafts.remove(id)
