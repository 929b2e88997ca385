import type { ToastOptions } from 'react-toastify'

export const TOAST_OPTIONS = {
  position: 'top-right',
  autoClose: 5000,
  draggable: true,
  pauseOnHover: true,
} as const satisfies ToastOptions

export const CAMPAIGN_TOAST_OPTIONS = {
  ...TOAST_OPTIONS,
  position: 'bottom-right',
  autoClose: 6000,
} as const satisfies ToastOptions
