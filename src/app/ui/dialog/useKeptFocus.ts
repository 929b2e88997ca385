import { useEffect, useState, type RefObject } from 'react'

/*
 * Focus that would be lost. Policy: when the part of a dialog that has the focus goes, the dialog takes it, so that
 * Escape is still heard; when what opened a dialog is gone or greyed by the time it closes, the nearest part that is
 * left takes it. Everything else about focus is react-aria's.
 */

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]'

/** Keeps the focus, for as long as the dialog is open and at its end. */
export function useKeptFocus(dialog: RefObject<HTMLElement | null>): void {
  // What opens the dialog has the focus until the dialog is there.
  const [opener] = useState(() => withAncestors(document.activeElement))
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    // react-aria hears of it by a blur, which not every browser sends.
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

/** An element and what it stands in, up to the page. */
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
