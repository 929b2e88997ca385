import type { ReactNode } from 'react'
import { Button } from '../button/Button'
import { Notice } from '../notice/Notice'
import { Dialog } from './Dialog'
import styles from './Dialog.module.css'
import list from './LossList.module.css'

export interface ConfirmDialogProps {
  title: string
  children: ReactNode
  /** The cancel button, focused first. */
  no: string
  yes: string
  variant?: 'primary' | 'danger'
  onNo: () => void
  onYes: () => void
  /** The dialog stays open until the action ends. */
  isPending?: boolean
  failure?: string | null
  /** Disables the confirm button, with this reason. */
  whyNot?: string | null
}

/** A confirmation dialog. Escape cancels. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    no,
    yes,
    variant = 'primary',
    onNo,
    onYes,
    isPending = false,
    failure = null,
    whyNot = null,
  } = props
  return (
    <Dialog
      title={title}
      role="alertdialog"
      onClose={() => (isPending ? undefined : onNo())}
      footer={
        <>
          <Button isDisabled={isPending} onPress={onNo} autoFocus>
            {no}
          </Button>
          <Button variant={variant} isPending={isPending} isDisabled={whyNot !== null} onPress={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      <div className={styles.question}>
        {failure === null ? null : <Notice kind="error">{failure}</Notice>}
        {whyNot === null ? null : <Notice kind="warning">{whyNot}</Notice>}
        {children}
      </div>
    </Dialog>
  )
}

/** Lists what would be lost for good. */
export function LossList({ lost }: { lost: readonly string[] }) {
  return (
    <>
      <p>This is on this device only and will be lost:</p>
      <ul className={list.lost}>
        {lost.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
    </>
  )
}
