import { useId, useRef, useState, type SubmitEvent } from 'react'
import { escapeAngleBrackets } from '#contract/sanitise'
import { Button } from '../../ui/button/Button'
import { Dialog } from '../../ui/dialog/Dialog'
import { Notice } from '../../ui/notice/Notice'
import { notify } from '../../ui/notify/notify'
import { Spinner } from '../../ui/spinner/Spinner'
import { NameField } from './NameField'
import type { TemplateStore } from './store'
import styles from './Templates.module.css'
import { useSubmission } from './useSubmission'

interface RenameTemplateProps {
  store: TemplateStore
  templateId: number
  /** As it is shown now. */
  name: string
  onClose: () => void
  /** The server has, or the queue keeps, the new name. */
  onRenamed: () => void
}

/** Gives a template another name. */
export function RenameTemplate({ store, templateId, name: before, onClose, onRenamed }: RenameTemplateProps) {
  const formId = useId()
  const [name, setName] = useState(before)
  const field = useRef<HTMLInputElement>(null)
  const [isMissing, setIsMissing] = useState(false)
  const { isPending, failure, submit } = useSubmission()

  const rename = async () => {
    const renamed = await store.rename(templateId, escapeAngleBrackets(name.trim()))
    void notify.success(renamed ? 'Template renamed.' : 'New name kept on this device until it can be sent.')
    onRenamed()
    onClose()
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const isBlank = name.trim() === ''
    setIsMissing(isBlank)
    if (isBlank) field.current?.focus()
    if (name.trim() === before) onClose()
    else if (!isBlank) submit(rename)
  }
  const change = (next: string) => {
    setName(next)
    setIsMissing(false)
  }
  const footer = (
    <>
      {isPending ? (
        <span className={styles.pending}>
          <Spinner size="small" label="Renaming template..." />
        </span>
      ) : null}
      <Button variant="secondary" isDisabled={isPending} onPress={onClose}>
        Cancel
      </Button>
      <Button variant="primary" type="submit" form={formId} isDisabled={isPending}>
        Rename template
      </Button>
    </>
  )
  return (
    <Dialog
      title="Rename template"
      isOpen
      onOpenChange={(isOpen) => (isOpen || isPending ? undefined : onClose())}
      footer={footer}
    >
      <form id={formId} className={styles.form} onSubmit={onSubmit} noValidate>
        {failure === null ? null : <Notice kind="error">{failure}</Notice>}
        <NameField
          value={name}
          onChange={change}
          error={isMissing ? 'Enter a name for the template.' : null}
          isDisabled={isPending}
          inputRef={field}
        />
      </form>
    </Dialog>
  )
}
