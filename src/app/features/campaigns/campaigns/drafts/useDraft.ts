import { useQuery } from '@tanstack/react-query'
import { draftsAtom, readDraft, saveDraft, writtenDraftAtom } from '../../../../state/drafts'
import { ownerKeyAtom } from '../../../../state/session'
import { atom, useAtom, useAtomValue, useSetAtom } from '../../../../state/store'
import { changed } from './draft'
import type { Draft } from '#offline/drafts'
import { isKeptOnDevice } from '../../../../state/device/tables'

/** Whose last change could not be stored. */
const unkeptAtom = atom<string | null>(null)

/** Changes the latest draft: the caller may have rendered an older one. */
const changeAtom = atom(null, (get, set, drawn: Draft, change: Partial<Draft>): Draft => {
  const [owner, written] = [get(ownerKeyAtom), get(writtenDraftAtom)]
  const isBehind =
    written?.owner === owner && written.draft.id === drawn.id && written.draft.updatedAt > drawn.updatedAt
  const draft = changed(isBehind ? written.draft : drawn, change, new Date())
  set(writtenDraftAtom, { owner, draft })
  return draft
})

export interface DraftWriter {
  /** Resolves when stored or failed. */
  write: (draft: Draft, change: Partial<Draft>) => Promise<void>
}

/** This tab's copy of a draft, if it wrote one, and how to write. */
export function useDraftWriter(id: string | null): DraftWriter & { written: Draft | null; isKept: boolean } {
  const owner = useAtomValue(ownerKeyAtom)
  const written = useAtomValue(writtenDraftAtom)
  const makeChange = useSetAtom(changeAtom)
  const [unkept, setUnkept] = useAtom(unkeptAtom)
  return {
    // Without browser storage it exists only in the page.
    isKept: unkept !== id && isKeptOnDevice(),
    written: written !== null && written.owner === owner && written.draft.id === id ? written.draft : null,
    write: async (draft, change) => {
      // storageProblemAtom shows why.
      await saveDraft(makeChange(draft, change)).then(
        () => setUnkept(null),
        () => setUnkept(draft.id),
      )
    },
  }
}

export type FoundDraft = { state: 'loading' } | { state: 'missing' } | { state: 'found'; draft: Draft }

/** Across tabs: the newest copy counts. */
export function useDraft(id: string): FoundDraft {
  const { written } = useDraftWriter(id)
  const listed = useAtomValue(draftsAtom).find((draft) => draft.id === id)
  const read = useQuery({
    // Read again after leaving the list: maybe deleted elsewhere.
    queryKey: ['device', 'draft', id, listed !== undefined],
    queryFn: () => readDraft(id).catch(() => null),
    networkMode: 'always',
    gcTime: 0,
  })
  const kept = listed ?? read.data
  const newest = kept && written && kept.updatedAt > written.updatedAt ? kept : (written ?? kept)
  if (newest) return { state: 'found', draft: newest }
  return { state: read.isSuccess ? 'missing' : 'loading' }
}
