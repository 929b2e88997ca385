import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getKeeping, setKeeping, type RetentionPeriods } from '#contract/data-protection/retention'
import { call } from '../../../api/call'
import { readFieldErrors } from '../../../api/errors'
import { queryOptions } from '../../../api/queryOptions'
import { classes } from '../../../ui/classes'
import { notify } from '../../../ui/notify/notify'
import { TextField } from '../../../ui/text-field/TextField'
import styles from './DataProtection.module.css'
import { SettingsForm } from './SettingsForm'

export const retentionQuery = queryOptions(getKeeping)

const LABELS: Readonly<Record<keyof RetentionPeriods, string>> = {
  campaign_days: 'Names, addresses, numbers and letters of a campaign: days after it completed',
  export_days: 'Exports and calculator results: days',
  snapshot_months: 'Snapshots of households: months',
  audit_years: 'Audit log: years',
}
const NAMES = ['campaign_days', 'export_days', 'snapshot_months', 'audit_years'] as const

const isNumber = (text: string) => /^\d{1,6}$/.test(text.trim())

/** The organisation's retention periods. */
export function RetentionForm({ keeping }: { keeping: RetentionPeriods }) {
  const queryClient = useQueryClient()
  const [fields, setFields] = useState<Record<keyof RetentionPeriods, string>>({
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
      queryClient.setQueryData(retentionQuery.queryKey, saved)
      void notify.success('Saved. What is older goes in the next night.')
    },
  })
  const refused = readFieldErrors(save.error)
  const submit = () => {
    setIsChecked(true)
    if (NAMES.every((name) => isNumber(fields[name]))) save.mutate()
  }
  return (
    <SettingsForm
      label="Keeping and forgetting"
      onSubmit={submit}
      isPending={save.isPending}
      error={Object.keys(refused).length > 0 ? null : save.error}
    >
      <div className={classes(styles.roles, styles.periods)}>
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
    </SettingsForm>
  )
}
