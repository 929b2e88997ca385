import { atom, appStore } from '../store'

/** Chromium only. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<unknown>
}

const promptAtom = atom<InstallPromptEvent | null>(null)
const installedAtom = atom(false)

/** `by-hand` on iOS, which offers no prompt. */
export const installWayAtom = atom((get): 'ask' | 'by-hand' | 'none' => {
  if (get(installedAtom) || isRunningInstalled()) return 'none'
  if (get(promptAtom)) return 'ask'
  return isIos() ? 'by-hand' : 'none'
})

const isInstallPrompt = (event: Event): event is InstallPromptEvent =>
  'prompt' in event && typeof event.prompt === 'function'

/** Listens for the browser's one offer. */
export function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return
    event.preventDefault()
    appStore.set(promptAtom, event)
  })
  window.addEventListener('appinstalled', () => {
    appStore.set(installedAtom, true)
    appStore.set(promptAtom, null)
  })
}

/** Shows the browser's prompt, once. */
export async function install(): Promise<void> {
  const event = appStore.get(promptAtom)
  appStore.set(promptAtom, null)
  await event?.prompt()
}

const isRunningInstalled = (): boolean =>
  typeof window.matchMedia === 'function' && window.matchMedia('(display-mode: standalone)').matches

/** iPads call themselves Macs. */
const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
