import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal'
import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { IconButton } from '../button/IconButton'
import { classes } from '../classes'
import styles from './Dialog.module.css'
import over from './Overlay.module.css'
import { useKeptFocus } from './useKeptFocus'

export interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  size?: 'medium' | 'wide'
  /** `alertdialog` has no close button: it requires a decision. */
  role?: 'dialog' | 'alertdialog'
  /** A click outside must not discard what was typed. */
  isTypedInto?: boolean
}

/** A modal dialog, open while mounted. */
export function Dialog(props: DialogProps) {
  const { onClose, size = 'medium', role = 'dialog', isTypedInto = false } = props
  return (
    <ModalOverlay
      className={classes(over.overlay, styles.centred)}
      isOpen
      onOpenChange={onClose}
      isDismissable={role === 'dialog' && !isTypedInto}
    >
      <Modal className={classes(styles.modal, size === 'wide' && styles.wide)}>
        <Opened {...props} role={role} />
      </Modal>
    </ModalOverlay>
  )
}

function Opened({ title, onClose, children, footer, role }: DialogProps & Required<Pick<DialogProps, 'role'>>) {
  const dialog = useRef<HTMLElement>(null)
  useKeptFocus(dialog)
  return (
    <AriaDialog ref={dialog} className={over.content ?? ''} role={role}>
      <div className={styles.header}>
        <Heading slot="title" level={2}>
          {title}
        </Heading>
        {role === 'alertdialog' ? null : (
          <IconButton label="Close" icon={<X aria-hidden />} withTooltip={false} onPress={onClose} />
        )}
      </div>
      <div className={styles.body}>{children}</div>
      {footer === undefined ? null : <div className={styles.footer}>{footer}</div>}
    </AriaDialog>
  )
}
