import type { ToastOptions } from 'react-toastify'

/*
 * Toasts (P1 §9): top-right, 5000 ms, draggable, pause on hover. react-toastify is loaded with the
 * first toast, so that no page pays for it before.
 */

/** What the map and the shell use; the campaign area has values of its own. */
export const TOAST_OPTIONS = {
  position: 'top-right',
  autoClose: 5000,
  draggable: true,
  pauseOnHover: true,
} as const satisfies ToastOptions

async function show(kind: 'success' | 'error', text: string): Promise<void> {
  const { mountToasts, toast } = await import('./toasts')
  mountToasts()
  toast[kind](text, TOAST_OPTIONS)
}

/** Says in passing what was done or what failed. Nothing that matters is said by toast alone. */
export const notify = {
  success: (text: string): Promise<void> => show('success', text),
  error: (text: string): Promise<void> => show('error', text),
}
