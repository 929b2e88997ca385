/**
 * Viewing as another role or organisation. At each change of view the device forgets everything and every tab loads
 * a new document, so drafts and queued changes would be lost: the person is asked first.
 */
import { viewAs } from '#contract/viewAs'
import { call } from '../api/call'
import { isUnreached } from '../api/errors'
import { onlyHereAtom } from './onlyHere'
import { holdQueue } from './queue'
import { appStore, atom } from './store'
import { tellTabs, wipeDevice } from './wipe'

/** Null in a part: the own one. */
export interface View {
  readonly role: string | null
  readonly organisation: string | null
}

export const OWN_VIEW: View = { role: null, organisation: null }

/** A question on screen before a change of view. */
export interface LossQuestion {
  /** What would be lost, in words. */
  readonly lost: readonly string[]
  readonly answer: (isConfirmed: boolean) => void
}
const lossAtom = atom<LossQuestion | null>(null)

/** The question that waits for an answer, if there is one. */
export const lossQuestionAtom = atom((get) => get(lossAtom))

/**
 * Changes the view, after asking where that loses work. When it is done the page is being replaced.
 * @returns whether it was done.
 * @throws what the server refuses; the view and the device are then unchanged.
 */
export async function requestView(view: View): Promise<boolean> {
  const lost = appStore.get(onlyHereAtom)
  if (lost.length > 0 && !(await confirmLoss(lost))) return false
  // Queued changes must not be sent under the new view: nothing is sent until the document is replaced.
  await holdQueue(async () => {
    try {
      await call(viewAs, { body: { role_name: view.role, display_name: view.organisation } })
      await wipeDevice({ tells: VIEW_CHANGED })
    } catch (error) {
      if (!isUnreached(error)) throw error
      // The answer was lost, so the view may have changed: a new document in every tab finds out, and wipes if so.
      tellTabs(VIEW_CHANGED)
    }
    window.location.replace('/')
  })
  return true
}

const VIEW_CHANGED = { type: 'changed', owner: null } as const

function confirmLoss(lost: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      appStore.set(lossAtom, null)
      resolve(isConfirmed)
    }
    appStore.set(lossAtom, { lost, answer })
  })
}
