import { atom, appStore } from '../store'

/*
 * Installing Doorstep as an app. Where the browser offers it, it hands over its question, to be asked when someone
 * presses the button; where it does not (iOS), people are told the way.
 */

/** Chromium's event; no standard describes it. https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<unknown>
}

const promptAtom = atom<InstallPromptEvent | null>(null)
const installedAtom = atom(false)

/** Whether Doorstep is installed, as far as the browser tells. */
export const isInstalledAtom = atom((get) => get(installedAtom) || isRunningInstalled())

/** How the app can be installed here: by asking the browser, by hand, or not (it is already, or cannot be). */
export const installWayAtom = atom((get): 'ask' | 'by-hand' | 'none' => {
  if (get(isInstalledAtom)) return 'none'
  if (get(promptAtom)) return 'ask'
  return isIos() ? 'by-hand' : 'none'
})

const isInstallPrompt = (event: Event): event is InstallPromptEvent =>
  'prompt' in event && typeof event.prompt === 'function'

/** Begins to listen; from the very start, because the browser offers only once. */
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

/** Asks the browser's question; it can be asked once. */
export async function install(): Promise<void> {
  const event = appStore.get(promptAtom)
  appStore.set(promptAtom, null)
  await event?.prompt()
}

const isRunningInstalled = (): boolean =>
  typeof window.matchMedia === 'function' && window.matchMedia('(display-mode: standalone)').matches

/** iPads call themselves Macs, but Macs have no touch. */
const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
