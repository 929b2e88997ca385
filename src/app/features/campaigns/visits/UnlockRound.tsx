import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { explainError } from '../../../api/errors'
import { formatCount } from '../../../lib/counts'
import { formatTime } from '../../../lib/moments'
import { unlockRound } from '../../../state/visits/openRound'
import { Button } from '../../../ui/button/Button'
import { Notice } from '../../../ui/notice/Notice'
import { Page, Section } from '../../../ui/page/Page'
import { TextField } from '../../../ui/text-field/TextField'
import { EndRound } from './EndRound'
import styles from './visits.module.css'

/** Asks for the round's code. */
export function UnlockRound({ endsAt }: { endsAt: number }) {
  const [code, setCode] = useState('')
  const unlock = useMutation({
    mutationFn: () => unlockRound(code),
    onSuccess: () => setCode(''),
  })
  const left = unlock.data ?? null
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (code !== '') unlock.mutate()
  }
  return (
    <Page title="Visit round">
      <Section title="Enter your shift code" detail={`The round on this device ends at ${formatTime(endsAt)}.`}>
        <form className={styles.form} aria-label="Enter your shift code" onSubmit={submit} noValidate>
          <TextField
            label="Shift code"
            type="password"
            value={code}
            onChange={setCode}
            error={
              left === null
                ? null
                : `This is not the code. After ${formatCount(left, 'more wrong code')} the round is removed from this device.`
            }
          />
          {unlock.error === null ? null : <Notice kind="error">{explainError(unlock.error)}</Notice>}
          <Button variant="primary" size="large" type="submit" isPending={unlock.isPending}>
            {unlock.isPending ? 'Opening…' : 'Open the round'}
          </Button>
          <EndRound />
        </form>
      </Section>
    </Page>
  )
}
