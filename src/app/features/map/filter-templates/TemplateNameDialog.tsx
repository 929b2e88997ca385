import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { escapeAngleBrackets } from '#contract/sanitise'
import { TEMPLATE_NAME_LIMIT } from '#contract/households/filterTemplates'
import { explainError } from '../../../api/errors'
import { Button } from '../../../ui/button/Button'
import { Dialog } from '../../../ui/dialog/Dialog'
import { Notice } from '../../../ui/notice/Notice'
import { Spinner } from '../../../ui/spinner/Spinner'
import { LimitedTextField } from '../../../ui/text-field/LimitedTextField'
import styles from './Templates.module.css'

interface TemplateNameDialogProps {
  title: string
  /** Unescaped. */
  initialName?: string
  submitLabel: string
  pendingLabel: string
  isBlocked?: boolean
  /** Trimmed, angle brackets escaped. Errors are shown and keep what was typed. */
  onSubmit: (name: string) => Promise<void>
  onClose: () => void
  children?: ReactNode
}

/** For creating and renaming. */
export function TemplateNameDialog(props: TemplateNameDialogProps) {
  const { title, initialName = '', submitLabel, pendingLabel, isBlocked = false, onSubmit, onClose, children } = props
  const formId = useId()
  const [name, setName] = useState(initialName)
  const field = useRef<HTMLInputElement>(null)
  const [isMissing, setIsMissing] = useState(false)
  const { mutate, isPending, error } = useMutation({ mutationFn: onSubmit })

  const submitForm = (event: SubmitEvent) => {
    event.preventDefault()
    const isBlank = name.trim() === ''
    setIsMissing(isBlank)
    if (isBlank) field.current?.focus()
    else if (!isBlocked) mutate(escapeAngleBrackets(name.trim()))
  }
  const change = (next: string) => {
    setName(next)
    setIsMissing(false)
  }
  const footer = (
    <>
      {isPending ? (
        <span className={styles.pending}>
          <Spinner size="small" label={pendingLabel} />
        </span>
      ) : null}
      <Button variant="secondary" isDisabled={isPending} onPress={onClose}>
        Cancel
      </Button>
      <Button variant="primary" type="submit" form={formId} isDisabled={isPending || isBlocked}>
        {submitLabel}
      </Button>
    </>
  )
  return (
    <Dialog title={title} isTypedInto onClose={() => (isPending ? undefined : onClose())} footer={footer}>
      <form id={formId} className={styles.form} onSubmit={submitForm} noValidate>
        {error === null ? null : <Notice kind="error">{explainError(error)}</Notice>}
        <LimitedTextField
          label="Template name"
          value={name}
          onChange={change}
          limit={TEMPLATE_NAME_LIMIT}
          atLimit={`Template name cannot exceed ${TEMPLATE_NAME_LIMIT} characters.`}
          error={isMissing ? 'Enter a name for the template.' : null}
          isReadOnly={isPending}
          inputRef={field}
          autoFocus
        />
        {children}
      </form>
    </Dialog>
  )
}
