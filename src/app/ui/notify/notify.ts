import { CAMPAIGN_TOAST_OPTIONS, TOAST_OPTIONS } from './options'

/*
 * Toasts, draggable, pausing on hover: top-right for 5000 ms, in the campaigns area bottom-right for
 * 6000 ms. react-toastify is loaded with the first toast, so that no page pays for it before.
 */

/** Which rules a toast follows. */
export type ToastArea = 'app' | 'campaigns'

async function show(kind: 'success' | 'error', text: string, area: ToastArea): Promise<void> {
  const { placeToasts, toast } = await import('./toasts')
  placeToasts()
  toast[kind](text, area === 'campaigns' ? CAMPAIGN_TOAST_OPTIONS : TOAST_OPTIONS)
}

/** Says in passing what was done or what failed. Nothing that matters is said by toast alone. */
export const notify = {
  success: (text: string, area: ToastArea = 'app'): Promise<void> => show('success', text, area),
  error: (text: string, area: ToastArea = 'app'): Promise<void> => show('error', text, area),
}
