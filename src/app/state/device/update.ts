import { fetchNewVersion, registerWorker, takeWaitingVersion, type NewerVersion } from '../../api/serviceWorker'
import { appStore, atom } from '../store'

const newerAtom = atom<NewerVersion>('none')
const isPostponedAtom = atom(false)

/** What the notice is about, until 'Later'. */
export const updateNoticeAtom = atom((get) => (get(isPostponedAtom) ? 'none' : get(newerAtom)))

export const isUpdateFailedAtom = atom((get) => get(newerAtom) === 'failed')

export const UPDATE_FAILED = 'A newer version of Doorstep could not be fetched. Check the connection, then try again.'

/** Starts to look for versions. */
export const watchForUpdates = (): Promise<void> => registerWorker(noteNewer)

function noteNewer(newer: NewerVersion): void {
  // A repeated failure is no news.
  if (newer !== 'failed' || appStore.get(newerAtom) !== 'failed') appStore.set(isPostponedAtom, false)
  appStore.set(newerAtom, newer)
}

/** Reloads with the new version. */
export async function takeUpdate(): Promise<void> {
  await takeWaitingVersion()
  window.location.reload()
}

/** Fetches again what could not be fetched. */
export const retryUpdate = (): Promise<void> => fetchNewVersion()

/** Hides the notice. */
export const postponeUpdate = (): void => appStore.set(isPostponedAtom, true)
