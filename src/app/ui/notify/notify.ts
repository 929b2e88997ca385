import { CAMPAIGN_TOAST_OPTIONS, TOAST_OPTIONS } from './options'

/* react-toastify is loaded with the first toast, to keep pages light. */

export type ToastArea = 'app' | 'campaigns'

async function show(kind: 'success' | 'error', text: string, area: ToastArea): Promise<void> {
  const { mountToasts, toast } = await import('./toasts')
  mountToasts()
  toast[kind](text, area === 'campaigns' ? CAMPAIGN_TOAST_OPTIONS : TOAST_OPTIONS)
}

/** Shows a toast. Nothing important is said by toast alone. */
export const notify = {
  success: (text: string, area: ToastArea = 'app'): Promise<void> => show('success', text, area),
  error: (text: string, area: ToastArea = 'app'): Promise<void> => show('error', text, area),
}
