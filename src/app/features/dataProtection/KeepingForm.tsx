import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { setKeeping, type Keeping } from '#contract/keeping'
import { call } from '../../api/call'
import { messageOf, Refused } from '../../api/errors'
import { useReasonOffline } from '../../state/connectivity'
import { Button } from '../../ui/button/Button'
import { Notice } from '../../ui/notice/Notice'
import { notify } from '../../ui/notify/notify'
import { TextField } from '../../ui/text-field/TextField'
import styles from './DataProtection.module.css'
import { keepingQuery } from './queries'

const LABELS: Readonly<Record<keyof Keeping, string>> = {
  campaign_days: 'Names, addresses, numbers and letters of a campaign: days after it completed',
  export_days: 'Exports and calculator results: days',
  snapshot_months: 'Snapshots of households: months',
  audit_years: 'Audit log: years',
}
const NAMES = ['campaign_days', 'export_days', 'snapshot_months', 'audit_years'] as const

const isNumber = (text: string) => /^\d{1,6}$/.test(text.trim())

/** How long the organisation keeps what. */
export function KeepingForm({ keeping }: { keeping: Keeping }) {
  const queryClient = useQueryClient()
  const whyNot = useReasonOffline('Saving needs')
  const [fields, setFields] = useState<Record<keyof Keeping, string>>({
    campaign_days: String(keeping.campaign_days),
    export_days: String(keeping.export_days),
    snapshot_months: String(keeping.snapshot_months),
    audit_years: String(keeping.audit_years),
  })
  const [isChecked, setIsChecked] = useState(false)
  const save = useMutation({
    mutationFn: () =>
      call(setKeeping, {
        body: {
          campaign_days: Number(fields.campaign_days),
          export_days: Number(fields.export_days),
          snapshot_months: Number(fields.snapshot_months),
          audit_years: Number(fields.audit_years),
        },
      }),
    onSuccess: (saved) => {
      queryClient.setQueryData(keepingQuery.queryKey, saved)
      void notify.success('Saved. What is older goes in the next night.')
    },
  })
  const refused = save.error instanceof Refused ? save.error.fields : {}
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (NAMES.every((name) => isNumber(fields[name]))) save.mutate()
  }
  return (
    <form className={styles.form} aria-label="Keeping and forgetting" onSubmit={submit} noValidate>
      {save.error === null || Object.keys(refused).length > 0 ? null : (
        <Notice kind="error">{messageOf(save.error)}</Notice>
      )}
      <div className={styles.roles}>
        {NAMES.map((name) => (
          <TextField
            key={name}
            label={LABELS[name]}
            inputMode="numeric"
            maxLength={6}
            value={fields[name]}
            onChange={(text) => setFields((before) => ({ ...before, [name]: text }))}
            error={isChecked && !isNumber(fields[name]) ? 'Write a whole number.' : refused[name]}
          />
        ))}
      </div>
      <p className={styles.detail}>
        Contacts are replaced with each import. References, states and times of a campaign stay for its report.
      </p>
      <div className={styles.actions}>
        <Button variant="primary" type="submit" isPending={save.isPending} isDisabled={whyNot !== null}>
          Save
        </Button>
        {whyNot === null ? null : <p className={styles.detail}>{whyNot}</p>}
      </div>
    </form>
  )
}
