/**
 * Viewing as another. Policy: at each change of view the device forgets everything and the
 * document is begun anew, in every tab. A campaign draft stays with its owner: the server keeps the drafts, under the
 * person and the view that they were written in, and gives them back when that view is taken again; another view
 * never sees them. Changes that wait to be sent belong to the view that they were made in and cannot wait for it:
 * people are asked before these are lost.
 */
import { forgetParkedDrafts, getParkedDrafts, parkDrafts, viewAs } from '#contract/viewAs'
import { draftSchema, type Draft } from '#offline/drafts'
import { call } from '../api/call'
import { isUnreached } from '../api/errors'
import { holdQueue, queueAtom } from './queue'
import { currentShelves } from './storage'
import { appStore, atom } from './store'
import { tellTabs, wipeDevice } from './wipe'

/** Null in a part: the own one. */
export interface View {
  readonly role: string | null
  readonly organisation: string | null
}

export const OWN_VIEW: View = { role: null, organisation: null }

/** A question on screen: that many changes would be lost. */
export interface LossQuestion {
  readonly unsent: number
  readonly answer: (goesOn: boolean) => void
}
const lossAtom = atom<LossQuestion | null>(null)

/** The question that waits for an answer, if there is one. */
export const lossQuestionAtom = atom((get) => get(lossAtom))

/**
 * Changes the view, after asking where that loses work. When it is done the page is on its way out.
 * @returns whether it was done.
 * @throws what the server refuses; the view and the device are then as they were.
 */
export async function requestView(view: View): Promise<boolean> {
  const unsent = appStore.get(queueAtom).length
  if (unsent > 0 && !(await confirmLoss(unsent))) return false
  // Nothing that waits may leave under the new view: the queue stands still until the document goes.
  await holdQueue(async () => {
    await park(await currentShelves().drafts.list())
    try {
      await call(viewAs, { body: { role_name: view.role, display_name: view.organisation } })
      await wipeDevice({ tells: VIEW_CHANGED })
    } catch (error) {
      if (!isUnreached(error)) throw error
      // It may have been done all the same: a new document in every tab finds out, and wipes what is of the view before.
      tellTabs(VIEW_CHANGED)
    }
    window.location.replace('/')
  })
  return true
}

const VIEW_CHANGED = { type: 'changed', owner: null } as const

function confirmLoss(unsent: number): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (goesOn: boolean) => {
      appStore.set(lossAtom, null)
      resolve(goesOn)
    }
    appStore.set(lossAtom, { unsent, answer })
  })
}

async function park(drafts: readonly Draft[]): Promise<void> {
  if (drafts.length > 0) await call(parkDrafts, { body: { drafts: [...drafts] } })
}

/**
 * Fetches the drafts that were parked in this view. Where the device keeps nothing they stay parked. Never throws:
 * what could not be fetched is there at the next start.
 */
export async function fetchParkedDrafts(): Promise<void> {
  const { drafts: shelf, name } = currentShelves()
  if (name === null) return
  try {
    const { drafts } = await call(getParkedDrafts)
    const fetched: string[] = []
    const here = new Map((await shelf.list()).map((draft) => [draft.id, draft]))
    for (const draft of drafts.flatMap((one) => draftSchema.safeParse(one).data ?? [])) {
      const other = here.get(draft.id)
      if (!other || other.updatedAt < draft.updatedAt) await shelf.put(draft)
      fetched.push(draft.id)
    }
    if (fetched.length > 0) await call(forgetParkedDrafts, { body: { ids: fetched } })
  } catch {
    // Parked they are safe.
  }
}
