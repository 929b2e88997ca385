import { useId, useState } from 'react'
import { CAMPAIGN_NAME_LIMIT } from '#contract/campaigns'
import { holdAtMost } from '../../../lib/holdAtMost'
import { InfoTip } from '../../../ui/info-tip/InfoTip'
import { TextField } from '../../../ui/text-field/TextField'
import styles from './CampaignForm.module.css'

interface NameFieldProps {
  value: string
  onChange: (name: string) => void
}

/** Campaign Name. Holds at most the limit and says so at the limit; exactly the limit may be sent (decision 20). */
export function NameField({ value, onChange }: NameFieldProps) {
  const limitId = useId()
  const [wasLeft, setWasLeft] = useState(false)
  return (
    <div className={styles.name}>
      <TextField
        label="Campaign Name"
        labelAside={
          <InfoTip subject="the name">
            The name is for you and your colleagues, to find the campaign in the list and in its report. Residents never see it.
          </InfoTip>
        }
        value={value}
        onChange={(next) => onChange(holdAtMost(value, next, CAMPAIGN_NAME_LIMIT))}
        onBlur={() => setWasLeft(true)}
        error={wasLeft && value.trim() === '' ? 'Enter a name for the campaign.' : null}
        autoComplete="off"
        aria-describedby={limitId}
      />
      <p id={limitId} role="status" className={styles.limit}>
        {[...value].length >= CAMPAIGN_NAME_LIMIT ? `Campaign name cannot exceed ${CAMPAIGN_NAME_LIMIT} characters.` : ''}
      </p>
    </div>
  )
}
