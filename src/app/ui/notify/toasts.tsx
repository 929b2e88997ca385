import { createRoot } from 'react-dom/client'
import { ToastContainer } from 'react-toastify'
import { TOAST_OPTIONS } from './options'
import './toasts.css'

export { toast } from 'react-toastify'

let isMounted = false

/** Mounts the toast container, once. */
export function mountToasts(): void {
  if (isMounted) return
  isMounted = true
  const element = document.body.appendChild(document.createElement('div'))
  createRoot(element).render(<ToastContainer {...TOAST_OPTIONS} theme="light" />)
}
