import { TOAST_OPTIONS } from './options'

/*
 * Toasts (P1 §9): top-right, 5000 ms, draggable, pause on hover. react-toastify is loaded with the
 * first toast, so that no page pays for it before.
 */

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
