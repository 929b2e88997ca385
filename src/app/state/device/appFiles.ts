import { missingFilesSchema } from '#offline/messages'
import { keepFiles, isWorkerSupported } from '../../api/serviceWorker'
import { formatCount } from '../../lib/counts'
import { onConnectivityChange } from '../connectivity'
import { sessionAtom } from '../session'
import { appStore, atom } from '../store'

/** The app's files on the device: `missing` are those of the role in effect that could not be kept. */
type AppFilesState =
  { readonly state: 'unsupported' | 'fetching' } | { readonly state: 'kept'; missing: readonly string[] }

const roleAtom = atom((get) => get(sessionAtom)?.role)
const filesAtom = atom<AppFilesState>({ state: 'fetching' })

export interface OfflineReadiness {
  readonly isReady: boolean
  readonly words: string
}

/** Whether this device can work offline, in words. */
export const offlineReadinessAtom = atom((get): OfflineReadiness => describeReadiness(get(filesAtom)))

/** Has the worker fetch missing files, now, for each other role, and on each reconnect. */
export function keepAppFiles(): void {
  if (!isWorkerSupported()) return appStore.set(filesAtom, { state: 'unsupported' })
  void fillFiles()
  appStore.sub(roleAtom, () => void fillFiles())
  onConnectivityChange((isOnline) => {
    if (isOnline && !appStore.get(offlineReadinessAtom).isReady) void fillFiles()
  })
}

async function fillFiles(): Promise<void> {
  appStore.set(filesAtom, { state: 'fetching' })
  const role = appStore.get(roleAtom)
  const missing = missingFilesSchema.parse(await keepFiles(role))
  if (role === appStore.get(roleAtom)) appStore.set(filesAtom, { state: 'kept', missing })
}

function describeReadiness(files: AppFilesState): OfflineReadiness {
  switch (files.state) {
    case 'unsupported':
      return { isReady: false, words: 'This browser cannot work offline, as in a private window.' }
    case 'fetching':
      return { isReady: false, words: 'Getting ready to work offline…' }
    case 'kept': {
      const { missing } = files
      if (missing.length === 0) return { isReady: true, words: 'Ready to work offline' }
      const names = missing.slice(0, 3).join(', ')
      return {
        isReady: false,
        words: `Not ready to work offline: ${formatCount(missing.length, 'file')} could not be kept (${names}). Something in your network may block them. Doorstep tries again at the next start with a connection.`,
      }
    }
  }
}
