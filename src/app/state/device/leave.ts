import { viewAs } from '#contract/organisations/viewAs'
import { call } from '../../api/call'
import { isUnreached } from '../../api/errors'
import { releasePerson } from '../../api/samePerson'
import { formatCount } from '../../lib/counts'
import { draftsAtom, textDraftsAtom } from '../drafts'
import { holdQueue, queueAtom } from '../queue/queue'
import { appStore, atom } from '../store'
import { dispatch } from './device'

/** What a wipe would lose, in words. */
export const unsyncedAtom = atom((get): readonly string[] => {
  const drafts = get(draftsAtom).length
  const texts = get(textDraftsAtom).length
  const unsent = get(queueAtom).length
  return [
    ...(drafts > 0 ? [formatCount(drafts, 'campaign draft')] : []),
    ...(texts > 0 ? [formatCount(texts, 'unfinished text')] : []),
    ...(unsent > 0 ? [`${formatCount(unsent, 'change')} not yet sent`] : []),
  ]
})

/** Wipes the device and ends the session; offline, on reconnect. */
export const logOut = (): Promise<void> => dispatch({ type: 'logged out' })

/** As {@link logOut}, and removes other people's waiting work. */
export const clearDevice = (): Promise<void> => dispatch({ type: 'cleared' })

/** Null: their own. */
export interface RequestedView {
  readonly role: string | null
  readonly organisation: string | null
}

export const OWN_VIEW: RequestedView = { role: null, organisation: null }

export interface LossQuestion {
  readonly lost: readonly string[]
  readonly answer: (isConfirmed: boolean) => void
}
const lossAtom = atom<LossQuestion | null>(null)

export const lossQuestionAtom = atom((get) => get(lossAtom))

/** Changes the view, after asking if work would be lost. @returns whether it changed */
export async function requestView(view: RequestedView): Promise<boolean> {
  const lost = appStore.get(unsyncedAtom)
  if (lost.length > 0 && !(await confirmLoss(lost))) return false
  // Queued changes must not be sent under the new view.
  await holdQueue(async () => {
    const takeBack = releasePerson()
    try {
      await call(viewAs, { body: { role_name: view.role, display_name: view.organisation } })
      await dispatch({ type: 'view changed' })
    } catch (error) {
      if (!isUnreached(error)) {
        takeBack()
        throw error
      }
      await dispatch({ type: 'view uncertain' })
    }
  })
  return true
}

function confirmLoss(lost: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      appStore.set(lossAtom, null)
      resolve(isConfirmed)
    }
    appStore.set(lossAtom, { lost, answer })
  })
}
