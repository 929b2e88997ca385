import { createRoot } from 'react-dom/client'
import { ToastContainer } from 'react-toastify'
import { TOAST_OPTIONS } from './options'
import './toasts.css'

export { toast } from 'react-toastify'

let isMounted = false

/** Puts the place where toasts show beside the app, once. */
export function mountToasts(): void {
  if (isMounted) return
  isMounted = true
  const place = document.body.appendChild(document.createElement('div'))
  createRoot(place).render(<ToastContainer {...TOAST_OPTIONS} theme="light" />)
}
