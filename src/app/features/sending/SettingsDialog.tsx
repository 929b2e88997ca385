import { useId, type ReactNode, type SubmitEvent } from 'react'
import { messageOf, Refused } from '../../api/errors'
import { Button } from '../../ui/button/Button'
import { Dialog } from '../../ui/dialog/Dialog'
import { Notice } from '../../ui/notice/Notice'
import styles from './Sending.module.css'

/** What an empty field is on the wire. */
export const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** What the server said about each field. */
export const fieldErrorsOf = (error: Error | null): Readonly<Record<string, string>> =>
  error instanceof Refused ? error.fields : {}

interface SettingsDialogProps {
  title: string
  /** Of the last attempt to save. */
  error: Error | null
  isSaving: boolean
  onSave: () => void
  onClose: () => void
  children: ReactNode
}

/** A form of settings in a dialog: Cancel and Save, and above the fields what is wrong with none of them. */
export function SettingsDialog({ title, error, isSaving, onSave, onClose, children }: SettingsDialogProps) {
  const formId = useId()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSave()
  }
  return (
    <Dialog
      title={title}
      size="wide"
      isTypedInto
      onClose={() => (isSaving ? undefined : onClose())}
      footer={
        <>
          <Button isDisabled={isSaving} onPress={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={formId} isPending={isSaving}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        {error === null || Object.keys(fieldErrorsOf(error)).length > 0 ? null : (
          <Notice kind="error">{messageOf(error)}</Notice>
        )}
        {children}
      </form>
    </Dialog>
  )
}
