import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../button/IconButton'
import { classes } from '../classes'
import styles from './Dialog.module.css'
import over from './Overlay.module.css'

export interface DialogProps {
  title: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
  /** The buttons, the one that acts last. */
  footer?: ReactNode
  size?: 'medium' | 'wide'
  /** `alertdialog` asks for a decision: no close button, and a click beside it does nothing. */
  role?: 'dialog' | 'alertdialog'
}

/** A modal dialog: focus stays in it and returns where it came from; Escape closes it. */
export function Dialog({ title, isOpen, onOpenChange, children, footer, size = 'medium', role = 'dialog' }: DialogProps) {
  const asksForDecision = role === 'alertdialog'
  return (
    <ModalOverlay
      className={classes(over.overlay, styles.centred)}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={!asksForDecision}
    >
      <Modal className={classes(styles.modal, size === 'wide' && styles.wide)}>
        <AriaDialog className={over.content ?? ''} role={role}>
          <div className={styles.header}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {asksForDecision ? null : (
              <IconButton label="Close" icon={<X aria-hidden />} withTooltip={false} onPress={() => onOpenChange(false)} />
            )}
          </div>
          <div className={styles.body}>{children}</div>
          {footer === undefined ? null : <div className={styles.footer}>{footer}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
