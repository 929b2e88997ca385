import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { createFilterLink } from '#contract/households/filterLinks'
import { call } from '../../../api/call'
import { explainError } from '../../../api/errors'
import { formatDay } from '../../../lib/moments'
import { selectedFiltersAtom } from '../../../state/filters/selectedFilters'
import { writeTemplateDetails } from '../../../state/filters/templateValues'
import { useAtomValue } from '../../../state/store'
import { Button } from '../../../ui/button/Button'
import { Dialog } from '../../../ui/dialog/Dialog'
import { Notice } from '../../../ui/notice/Notice'
import { notify } from '../../../ui/notify/notify'
import { Spinner } from '../../../ui/spinner/Spinner'
import { TextField } from '../../../ui/text-field/TextField'
import styles from './Templates.module.css'

/** Makes a link to the selected filters: a code under which the server keeps them. */
export function LinkDialog({ onClose }: { onClose: () => void }) {
  const selection = useAtomValue(selectedFiltersAtom)
  const { mutate, data, error } = useMutation({
    mutationFn: () => call(createFilterLink, { body: { filter_template_details: writeTemplateDetails(selection) } }),
  })
  const make = useEffectEvent(() => mutate())
  useEffect(() => make(), [])
  const address = data ? `${location.origin}/filters/${data.code}` : ''

  const copy = () => {
    // Without permission, people copy from the field.
    navigator.clipboard.writeText(address).then(
      () => notify.success('Link copied.'),
      () => notify.error('This browser did not let Doorstep copy. Select the link and copy it.'),
    )
  }
  const footer = (
    <>
      <Button variant="secondary" onPress={onClose}>
        Close
      </Button>
      <Button variant="primary" isDisabled={!data} onPress={copy}>
        Copy link
      </Button>
    </>
  )
  return (
    <Dialog title="Link to these filters" onClose={onClose} footer={footer}>
      <div className={styles.form}>
        {error ? (
          <Notice kind="error" action={<Button onPress={() => mutate()}>Try again</Button>}>
            {explainError(error)}
          </Notice>
        ) : null}
        {data ? (
          <>
            <TextField label="Link" value={address} onChange={() => {}} isReadOnly autoFocus />
            <p className={styles.note}>
              It works until {formatDay(data.expires_at)}, for people of your organisation who are signed in. It holds a
              code alone: the filters stay in Doorstep.
            </p>
          </>
        ) : error ? null : (
          <Spinner label="Making the link…" />
        )}
      </div>
    </Dialog>
  )
}
