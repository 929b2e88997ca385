import { useId, useRef, useState, type SubmitEvent } from 'react'
import { escapeAngleBrackets } from '#contract/sanitise'
import type { TemplateListItem } from '#contract/templates'
import { selectedFiltersAtom } from '../../state/selectedFilters'
import { placesOf, type FilterPlace } from '../../state/selection'
import { useAtomValue } from '../../state/store'
import { Button } from '../../ui/button/Button'
import { Dialog } from '../../ui/dialog/Dialog'
import { Notice } from '../../ui/notice/Notice'
import { notify } from '../../ui/notify/notify'
import { Spinner } from '../../ui/spinner/Spinner'
import { NameField } from './NameField'
import { SelectedList } from './SelectedList'
import type { TemplateStore } from './store'
import styles from './Templates.module.css'
import { useSubmission } from './useSubmission'
import { detailsOf } from './values'

interface CreateTemplateProps {
  store: TemplateStore
  isRange: (place: FilterPlace) => boolean
  onClose: () => void
  /** The server has the template. */
  onCreated: (template: TemplateListItem) => void
}

/** The Create Filter Template modal (P1 §2). A failed creation keeps what was typed. */
export function CreateTemplate({ store, isRange, onClose, onCreated }: CreateTemplateProps) {
  const formId = useId()
  const selection = useAtomValue(selectedFiltersAtom)
  const [name, setName] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const [isMissing, setIsMissing] = useState(false)
  const { isPending, failure, submit } = useSubmission()
  const filters = placesOf(selection)

  const create = async () => {
    const made = await store.create({
      template_name: escapeAngleBrackets(name.trim()),
      filter_template_details: detailsOf(selection),
    })
    if (made) onCreated(made)
    void notify.success(made ? 'Template created.' : 'Template kept on this device until it can be sent.')
    onClose()
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const isBlank = name.trim() === ''
    setIsMissing(isBlank)
    if (isBlank) field.current?.focus()
    if (!isBlank && filters.length > 0) submit(create)
  }
  const change = (next: string) => {
    setName(next)
    setIsMissing(false)
  }
  const footer = (
    <>
      {isPending ? (
        <span className={styles.pending}>
          <Spinner size="small" label="Creating template..." />
        </span>
      ) : null}
      <Button variant="secondary" isDisabled={isPending} onPress={onClose}>
        Cancel
      </Button>
      <Button variant="primary" type="submit" form={formId} isDisabled={isPending || filters.length === 0}>
        Submit
      </Button>
    </>
  )
  return (
    <Dialog
      title="Create Filter Template"
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
        <SelectedList filters={filters} isRange={isRange} />
      </form>
    </Dialog>
  )
}
