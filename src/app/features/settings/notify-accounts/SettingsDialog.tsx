import { useId, useState, type ReactNode, type SubmitEvent } from 'react'
import { readFieldErrors, explainError } from '../../../api/errors'
import { useReasonOffline } from '../../../state/connectivity'
import { Button } from '../../../ui/button/Button'
import { Dialog } from '../../../ui/dialog/Dialog'
import { Notice } from '../../../ui/notice/Notice'
import { DetailList } from '../../../ui/page/Facts'
import { Section } from '../../../ui/page/Page'
import { QueryState, type ShownQuery } from '../../../ui/query-state/QueryState'
import styles from './NotifyAccounts.module.css'

/** An empty field on the wire. */
export const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

interface SettingsSectionProps<Settings> {
  /** Also the change button's label: 'What messages …'. */
  title: string
  detail: string
  query: ShownQuery<Settings>
  detailsOf: (settings: Settings) => Parameters<typeof DetailList>[0]['details']
  form: (settings: Settings, onClose: () => void) => ReactNode
  /** A link leads to the form itself. */
  isOpenAtFirst?: boolean
}

/** Current settings, with a dialog to change them. */
export function SettingsSection<Settings>(props: SettingsSectionProps<Settings>) {
  const { title, detail, query, detailsOf, form, isOpenAtFirst = false } = props
  const [isChanging, setIsChanging] = useState(isOpenAtFirst)
  const whyNot = useReasonOffline('Changing this needs')
  return (
    <Section title={title} detail={detail}>
      <QueryState query={query} what={title}>
        {(loaded) => (
          <div className={styles.body}>
            <DetailList details={detailsOf(loaded)} />
            <div className={styles.actions}>
              <Button isDisabled={whyNot !== null} onPress={() => setIsChanging(true)}>
                {`Change ${title.charAt(0).toLowerCase()}${title.slice(1)}`}
              </Button>
              {whyNot === null ? null : <p className={styles.detail}>{whyNot}</p>}
            </div>
            {isChanging ? form(loaded, () => setIsChanging(false)) : null}
          </div>
        )}
      </QueryState>
    </Section>
  )
}

interface SettingsDialogProps {
  title: string
  error: Error | null
  isSaving: boolean
  onSave: () => void
  onClose: () => void
  children: ReactNode
}

/** Errors outside fields are shown above them. */
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
        {error === null || Object.keys(readFieldErrors(error)).length > 0 ? null : (
          <Notice kind="error">{explainError(error)}</Notice>
        )}
        {children}
      </form>
    </Dialog>
  )
}
