import { createRoot } from 'react-dom/client'
import { ToastContainer } from 'react-toastify'
import { TOAST_OPTIONS } from './options'
import './toasts.css'

export { toast } from 'react-toastify'

let place: HTMLElement | undefined

/** Mounts the toast container and moves it below the page's header, whose buttons a toast must not cover. */
export function placeToasts(): void {
  place ??= mounted()
  const header = document.querySelector('main header')
  // A header scrolled out of view takes no room.
  place.style.setProperty('--page-header-end', `${Math.max(0, header?.getBoundingClientRect().bottom ?? 0)}px`)
}

function mounted(): HTMLElement {
  const element = document.body.appendChild(document.createElement('div'))
  createRoot(element).render(<ToastContainer {...TOAST_OPTIONS} theme="light" />)
  return element
}
