import { registerWorker, takeWaitingVersion } from '../../api/serviceWorker'
import { appStore, atom } from '../store'

/*
 * Updates. Policy: a new version waits and asks; it is never sprung on a page, and no form is reloaded by itself.
 * 'Later' keeps quiet until the next version, or the next time that the page is opened.
 */

const readyAtom = atom(false)

/** True once a newer version of the app waits to be used, and nobody has said 'Later'. */
export const updateReadyAtom = atom((get) => get(readyAtom))

/** Registers the service worker and begins to listen for new versions. */
export const watchForUpdates = (): Promise<void> => registerWorker(() => appStore.set(readyAtom, true))

/** 'Reload': the new version takes over, and this tab begins anew with it. Other tabs go on asking. */
export async function takeUpdate(): Promise<void> {
  await takeWaitingVersion()
  window.location.reload()
}

/** 'Later'. */
export const postponeUpdate = (): void => appStore.set(readyAtom, false)
