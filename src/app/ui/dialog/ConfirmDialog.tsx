import { useState, type ReactNode } from 'react'
import { Button } from '../button/Button'
import { Notice } from '../notice/Notice'
import { TextField } from '../text-field/TextField'
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
  /** To be typed before it can be confirmed. */
  mustType?: string
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
    mustType = '',
  } = props
  const [typed, setTyped] = useState('')
  const isBarred = whyNot !== null || typed.trim() !== mustType
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
          <Button variant={variant} isPending={isPending} isDisabled={isBarred} onPress={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      <div className={styles.question}>
        {failure === null ? null : <Notice kind="error">{failure}</Notice>}
        {whyNot === null ? null : <Notice kind="warning">{whyNot}</Notice>}
        {children}
        {mustType === '' ? null : <TextField label={`Type ${mustType} to confirm`} value={typed} onChange={setTyped} />}
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
