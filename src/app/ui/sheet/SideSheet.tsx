import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components/Modal'
import type { ReactNode } from 'react'
import { classes } from '../classes'
import over from '../dialog/Overlay.module.css'
import styles from './SideSheet.module.css'

export interface SideSheetProps {
  label: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  look?: 'panel' | 'nav'
  children: ReactNode
}

/** A modal panel from the left edge; Escape or a click outside closes it. */
export function SideSheet({ label, isOpen, onOpenChange, look = 'panel', children }: SideSheetProps) {
  return (
    <ModalOverlay className={over.overlay ?? ''} isOpen={isOpen} onOpenChange={onOpenChange} isDismissable>
      <Modal className={classes(styles.modal, look === 'nav' && styles.nav)}>
        <AriaDialog className={over.content ?? ''} aria-label={label}>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
