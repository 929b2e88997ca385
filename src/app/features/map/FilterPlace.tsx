import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Button } from '../../ui/button/Button'
import { Sheet } from '../../ui/sheet/Sheet'
import styles from './MapScreen.module.css'

interface FilterPlaceProps {
  isBeside: boolean
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

/** The filter panel: beside the map, or in a sheet over it. */
export function FilterPlace({ isBeside, isOpen, onOpenChange, children }: FilterPlaceProps) {
  if (isBeside) return <div className={styles.panel}>{children}</div>
  return (
    <Sheet label="Filters" isOpen={isOpen} onOpenChange={onOpenChange}>
      <div className={styles.sheet}>
        <div className={styles.sheetBody}>{children}</div>
        <div className={styles.sheetFooter}>
          <Button variant="primary" onPress={() => onOpenChange(false)}>
            Back to the map
          </Button>
        </div>
      </div>
    </Sheet>
  )
}

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
