import type { ToastOptions } from 'react-toastify'

/** What the map and the shell use; the campaign area has values of its own. */
export const TOAST_OPTIONS = {
  position: 'top-right',
  autoClose: 5000,
  draggable: true,
  pauseOnHover: true,
} as const satisfies ToastOptions
