import { useEffect } from 'react'

const TOKEN = '--page-header-end'

/** A header ref that publishes its lower edge as a design token, for what floats below it. */
export function pageHeader(header: HTMLElement | null): (() => void) | undefined {
  if (!header || !('ResizeObserver' in window)) return undefined
  const root = document.documentElement
  // Scrolled away, it takes no room.
  const publish = () =>
    root.style.setProperty(TOKEN, `${Math.max(0, Math.round(header.getBoundingClientRect().bottom))}px`)
  const observer = new ResizeObserver(publish)
  observer.observe(header)
  // Notices above move it.
  if (header.parentElement) observer.observe(header.parentElement)
  window.addEventListener('scroll', publish, { passive: true })
  return () => {
    observer.disconnect()
    window.removeEventListener('scroll', publish)
    root.style.removeProperty(TOKEN)
  }
}

/** Sets the document's title. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Doorstep`
  }, [title])
}
