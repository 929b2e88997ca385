import { useEffect, useEffectEvent } from 'react'

/** The filter panel gives its finder this id. */
const FINDER_ID = 'filter-finder'

/** `/` goes to the filter finder, opening the sheet that it is in where there is no room for a panel. */
export function useFinderKey(isPanelThere: boolean, openPanel: () => void): void {
  const goToFinder = useEffectEvent(() => {
    if (!isPanelThere) openPanel()
    // The sheet puts focus on its first part when it opens; the finder comes after that.
    requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(FINDER_ID)?.focus()))
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      goToFinder()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Whether the key belongs to a text that someone is writing, or to a dialog that holds the focus. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="menu"], [aria-modal="true"]') !== null)
  )
}
