import { createRoot } from 'react-dom/client'
import { ToastContainer } from 'react-toastify'
import { TOAST_OPTIONS } from './options'
import './toasts.css'

export { toast } from 'react-toastify'

let place: HTMLElement | undefined

/**
 * Puts the place where toasts show beside the app, and it below the header of the page as that stands now: a toast must
 * not lie on its buttons.
 */
export function placeToasts(): void {
  place ??= mounted()
  const header = document.querySelector('main header')
  // Scrolled away, it takes no room.
  place.style.setProperty('--page-header-end', `${Math.max(0, header?.getBoundingClientRect().bottom ?? 0)}px`)
}

function mounted(): HTMLElement {
  const element = document.body.appendChild(document.createElement('div'))
  createRoot(element).render(<ToastContainer {...TOAST_OPTIONS} theme="light" />)
  return element
}
