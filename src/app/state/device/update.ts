import { registerWorker, takeWaitingVersion } from '../../api/serviceWorker'
import { appStore, atom } from '../store'

const readyAtom = atom(false)

/** Until 'Later'. */
export const updateReadyAtom = atom((get) => get(readyAtom))

/** Starts to look for versions. */
export const watchForUpdates = (): Promise<void> => registerWorker(() => appStore.set(readyAtom, true))

/** Reloads with the new version. */
export async function takeUpdate(): Promise<void> {
  await takeWaitingVersion()
  window.location.reload()
}

/** Hides the notice. */
export const postponeUpdate = (): void => appStore.set(readyAtom, false)
