import { draftSchema, type Draft } from '#offline/drafts'
import { appStore, atom } from './store'
import { askToPersist, deviceTables, follow } from './device/tables'

/* Live, and the same in every tab. */
const listAtom = atom<Draft[]>([])
follow(listAtom, (tables) => tables.drafts)

export const draftsAtom = atom((get) => [...get(listAtom)].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)))

/** The stored draft, or null. */
export async function readDraft(id: string): Promise<Draft | null> {
  return (await deviceTables().drafts.list()).find((draft) => draft.id === id) ?? null
}

/** Saves the draft. @throws the device's error */
export async function saveDraft(draft: Draft): Promise<void> {
  askToPersist()
  await deviceTables().drafts.put(draftSchema.parse(draft))
}

/** This tab's last write: the device's copy lags behind, for good when the disk is full. */
export const writtenDraftAtom = atom<{ owner: string; draft: Draft } | null>(null)

/** Removes the draft, and this tab's copy. */
export async function removeDraft(id: string): Promise<void> {
  await deviceTables().drafts.remove(id)
  appStore.set(writtenDraftAtom, (before) => (before?.draft.id === id ? null : before))
}

/** The draft's name in lists and questions. */
export const nameOfDraft = ({ campaignName }: Pick<Draft, 'campaignName'>): string =>
  campaignName.trim() || 'Untitled campaign'
