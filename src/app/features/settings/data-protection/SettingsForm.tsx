import type { ReactNode, SubmitEvent } from 'react'
import { explainError } from '../../../api/errors'
import { useReasonOffline } from '../../../state/connectivity'
import { Button } from '../../../ui/button/Button'
import { Notice } from '../../../ui/notice/Notice'
import styles from './DataProtection.module.css'

interface SettingsFormProps {
  label: string
  onSubmit: () => void
  isPending: boolean
  /** Errors outside the form's fields. */
  error: Error | null
  actions?: ReactNode
  children: ReactNode
}

/** A settings form, saved as a whole. */
export function SettingsForm({ label, onSubmit, isPending, error, actions, children }: SettingsFormProps) {
  const whyNot = useReasonOffline('Saving needs')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={styles.form} aria-label={label} onSubmit={submit} noValidate>
      {children}
      {error === null ? null : <Notice kind="error">{explainError(error)}</Notice>}
      <div className={styles.actions}>
        {actions}
        <Button variant="primary" type="submit" isPending={isPending} isDisabled={whyNot !== null}>
          Save
        </Button>
        {whyNot === null ? null : <p className={styles.detail}>{whyNot}</p>}
      </div>
    </form>
  )
}
