import { draftSchema, textDraftSchema, type Draft, type TextDraft } from '#offline/drafts'
import type { DeviceTable } from '#offline/table'
import { appStore, atom } from './store'
import { askToPersist, deviceTables, follow, type DeviceTables } from './device/tables'

/** Live, the same in every tab, and the newest first. */
function followDrafts<Kept extends { updatedAt: string }>(
  pick: (tables: DeviceTables) => DeviceTable<Kept>,
  noun: string,
) {
  const listAtom = atom<Kept[]>([])
  follow(listAtom, pick, noun)
  return atom((get) => get(listAtom).toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)))
}

export const draftsAtom = followDrafts((tables) => tables.drafts, 'campaign draft')

/** The stored draft, or null. */
export const readDraft = async (id: string): Promise<Draft | null> =>
  (await deviceTables().drafts.list()).find((draft) => draft.id === id) ?? null

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
export const nameDraft = ({ campaignName }: Pick<Draft, 'campaignName'>): string =>
  campaignName.trim() || 'Untitled campaign'

export const textDraftsAtom = followDrafts((tables) => tables.texts, 'unfinished text')

/** The stored draft of a text, or null. */
export const readTextDraft = async (id: string): Promise<TextDraft | null> =>
  (await deviceTables().texts.list()).find((draft) => draft.id === id) ?? null

/** Saves the draft of a text. @throws the device's error */
export async function saveTextDraft(draft: TextDraft): Promise<void> {
  askToPersist()
  await deviceTables().texts.put(textDraftSchema.parse(draft))
}

/** Removes the draft of a text. */
export const removeTextDraft = (id: string): Promise<void> => deviceTables().texts.remove(id)
