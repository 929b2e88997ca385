import { useState } from 'react'
import { CAMPAIGN_NAME_LIMIT } from '#contract/campaigns'
import { InfoTip } from '../../../ui/info-tip/InfoTip'
import { LimitedTextField } from '../../../ui/text-field/LimitedTextField'

interface NameFieldProps {
  value: string
  onChange: (name: string) => void
}

/** Campaign Name; reported missing only after it was left. */
export function NameField({ value, onChange }: NameFieldProps) {
  const [wasLeft, setWasLeft] = useState(false)
  return (
    <LimitedTextField
      label="Campaign Name"
      labelAside={
        <InfoTip subject="the name">
          The name is for you and your colleagues, to find the campaign in the list and in its report. Residents never
          see it.
        </InfoTip>
      }
      value={value}
      onChange={onChange}
      limit={CAMPAIGN_NAME_LIMIT}
      atLimit={`Campaign name cannot exceed ${CAMPAIGN_NAME_LIMIT} characters.`}
      onBlur={() => setWasLeft(true)}
      error={wasLeft && value.trim() === '' ? 'Enter a name for the campaign.' : null}
    />
  )
}
