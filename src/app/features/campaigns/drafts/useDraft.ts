import { useQuery } from '@tanstack/react-query'
import { draftsAtom, isKept, readDraft, saveDraft, type Draft } from '../../../state/drafts'
import { ownerKeyAtom } from '../../../state/session'
import { atom, useAtom, useAtomValue, useSetAtom } from '../../../state/store'
import { changed } from './draft'

/**
 * What this tab wrote last, and whose it is. The device's copy is behind it for a moment, and stays behind where the
 * disk is full; then the preview still shows what was typed into the form.
 */
const writtenAtom = atom<{ owner: string; draft: Draft } | null>(null)

/** The draft whose last change the device does not have. */
const unkeptAtom = atom<string | null>(null)

/** Puts a change in place. Who makes it may have been drawn before the last change was: that one stays. */
const changeAtom = atom(null, (get, set, drawn: Draft, change: Partial<Draft>): Draft => {
  const [owner, written] = [get(ownerKeyAtom), get(writtenAtom)]
  const isBehind =
    written?.owner === owner && written.draft.id === drawn.id && written.draft.updatedAt > drawn.updatedAt
  const draft = changed(isBehind ? written.draft : drawn, change, new Date())
  set(writtenAtom, { owner, draft })
  return draft
})

/** The functions that write a draft, each change as it is made. */
export interface DraftWriter {
  /** Puts the change in place and keeps it. Resolves when the device has it, or has said why it has not. */
  write: (draft: Draft, change: Partial<Draft>) => Promise<void>
  /** Forgets the draft in this tab, once it was sent or deleted. */
  forget: (id: string) => void
}

/** What this tab wrote of a draft, if it did, and how to write more. */
export function useDraftWriter(id: string | null): DraftWriter & { written: Draft | null; isKept: boolean } {
  const owner = useAtomValue(ownerKeyAtom)
  const written = useAtomValue(writtenAtom)
  const setWritten = useSetAtom(writtenAtom)
  const makeChange = useSetAtom(changeAtom)
  const [unkept, setUnkept] = useAtom(unkeptAtom)
  return {
    // Where the browser keeps nothing the page alone has it.
    isKept: unkept !== id && isKept(),
    written: written !== null && written.owner === owner && written.draft.id === id ? written.draft : null,
    write: async (draft, change) => {
      // Why it is not kept is told in storageProblemAtom.
      await saveDraft(makeChange(draft, change)).then(
        () => setUnkept(null),
        () => setUnkept(draft.id),
      )
    },
    forget: (forgotten) => setWritten((before) => (before?.draft.id === forgotten ? null : before)),
  }
}

/** A draft of this person on this device. */
export type FoundDraft = { state: 'loading' } | { state: 'missing' } | { state: 'found'; draft: Draft }

/** Reads a draft and follows it, also when another tab changes it: the newest copy counts. */
export function useDraft(id: string): FoundDraft {
  const { written } = useDraftWriter(id)
  const listed = useAtomValue(draftsAtom).find((draft) => draft.id === id)
  const read = useQuery({
    queryKey: ['device', 'draft', id],
    queryFn: () => readDraft(id).catch(() => null),
    networkMode: 'always',
    gcTime: 0,
  })
  const kept = listed ?? read.data
  const newest = kept && written && kept.updatedAt > written.updatedAt ? kept : (written ?? kept)
  if (newest) return { state: 'found', draft: newest }
  return { state: read.isSuccess ? 'missing' : 'loading' }
}
