import { useEffect, useEffectEvent } from 'react'

const FINDER_ID = 'filter-finder'

/** `/` focuses the filter finder, opening its sheet if needed. */
export function useFinderKey(isPanelThere: boolean, openPanel: () => void): void {
  const goToFinder = useEffectEvent(() => {
    if (!isPanelThere) openPanel()
    // After the sheet has focused its first element.
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

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="menu"], [aria-modal="true"]') !== null)
  )
}
