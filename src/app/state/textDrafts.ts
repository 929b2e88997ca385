import { textDraftSchema, type TextDraft } from '#offline/drafts'
import { atom } from './store'
import { askToPersist, deviceTables, follow } from './device/tables'

/* Live, and the same in every tab. */
const listAtom = atom<TextDraft[]>([])
follow(listAtom, (tables) => tables.texts)

export const textDraftsAtom = atom((get) => get(listAtom).toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)))

/** The stored draft, or null. */
export async function readTextDraft(id: string): Promise<TextDraft | null> {
  return (await deviceTables().texts.list()).find((draft) => draft.id === id) ?? null
}

/** Saves the draft. @throws the device's error */
export async function saveTextDraft(draft: TextDraft): Promise<void> {
  askToPersist()
  await deviceTables().texts.put(textDraftSchema.parse(draft))
}

/** Removes the draft. */
export const removeTextDraft = (id: string): Promise<void> => deviceTables().texts.remove(id)
