import type { ReactNode } from 'react'
import { Button } from '../../ui/button/Button'
import { Sheet } from '../../ui/sheet/Sheet'
import styles from './MapScreen.module.css'

interface FilterPlaceProps {
  /** Whether there is room for the panel beside the map. */
  isBeside: boolean
  /** Whether the sheet is open, where there is not. */
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

/** Where the filter panel stands: beside the map, or in a sheet over it. */
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
