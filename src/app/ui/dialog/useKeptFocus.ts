import { useEffect, useState, type RefObject } from 'react'

/* What react-aria misses: a removed element had the focus, or the opener is gone on close. */

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]'

/** Keeps the focus inside an open dialog, and restores it on close. */
export function useKeptFocus(dialog: RefObject<HTMLElement | null>): void {
  // The opener still has the focus during the first render.
  const [opener] = useState(() => withAncestors(document.activeElement))
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    // react-aria relies on a blur event, which some browsers do not send.
    const observer = new MutationObserver(() => {
      if (isNowhere()) element.focus()
    })
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      requestAnimationFrame(() => {
        if (isNowhere()) nearest(opener)?.focus()
      })
    }
  }, [dialog, opener])
}

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body

function withAncestors(element: Element | null): Element[] {
  const found: Element[] = []
  for (let one = element; one !== null && one !== document.body; one = one.parentElement) found.push(one)
  return found
}

function nearest(elements: readonly Element[]): HTMLElement | null {
  for (const element of elements) {
    const target = element.matches(FOCUSABLE) ? element : element.querySelector(FOCUSABLE)
    if (element.isConnected && target instanceof HTMLElement) return target
  }
  return null
}
