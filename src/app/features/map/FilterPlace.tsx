import type { ReactNode } from 'react'
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
