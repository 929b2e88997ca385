import { type ImpactTheme, CAMPAIGN_NAME_LIMIT } from '#contract/campaigns/campaigns'
import { CHANNEL_WORDS } from '#contract/campaigns/campaignWords'
import { Checkbox } from '../../../../ui/checkbox/Checkbox'
import { Select } from '../../../../ui/select/Select'
import { readChannel, MAX_MONTHS, monthsWord, offeredTypes, type DraftFields } from '../drafts/draft'
import styles from './CampaignForm.module.css'
import { useState } from 'react'
import { InfoTip } from '../../../../ui/info-tip/InfoTip'
import { LimitedTextField } from '../../../../ui/text-field/LimitedTextField'
import type { Draft } from '#offline/drafts'

interface DetailsFieldsProps {
  draft: Draft
  theme: ImpactTheme | undefined
  onChange: (change: Partial<DraftFields>) => void
}

const makeOption = <Word extends string>(word: Word) => ({ id: word, label: word })
const CHANNELS = Object.values(CHANNEL_WORDS).map(makeOption)
const MONTHS = Array.from({ length: MAX_MONTHS }, (_, index) => ({
  id: String(index + 1),
  label: monthsWord(index + 1),
}))

/** The form's fields; every change is stored at once. */
export function DetailsFields({ draft, theme, onChange }: DetailsFieldsProps) {
  const types = offeredTypes(draft, theme)
  return (
    <>
      <div className={styles.name}>
        <NameField value={draft.campaignName} onChange={(campaignName) => onChange({ campaignName })} />
      </div>
      <div className={styles.pair}>
        <Select
          label="Campaign Type"
          placeholder="Select a campaign type"
          options={types.map(makeOption)}
          value={types.find((type) => type === draft.campaignType) ?? null}
          onChange={(campaignType) => onChange({ campaignType })}
        />
        <Select
          label="Communication Channel"
          placeholder="Select a channel"
          options={CHANNELS}
          value={readChannel(draft)?.word ?? null}
          onChange={(communicationChannel) => onChange({ communicationChannel })}
        />
      </div>
      <div className={styles.exclusion}>
        {readChannel(draft)?.name === 'print_and_post' ? (
          <Checkbox
            isSelected={draft.isWithoutMobile === true}
            onChange={(isWithoutMobile) => onChange({ isWithoutMobile })}
          >
            Only households without a mobile
          </Checkbox>
        ) : null}
        <Checkbox
          isSelected={draft.excludeHouseholds}
          onChange={(excludeHouseholds) => onChange({ excludeHouseholds })}
        >
          Exclude households already contacted
        </Checkbox>
        {draft.excludeHouseholds ? (
          <div className={styles.months}>
            <Select
              label="For the previous"
              options={MONTHS}
              value={String(draft.excludeHouseholdsByMonth)}
              onChange={(months) => onChange({ excludeHouseholdsByMonth: Number(months) })}
            />
          </div>
        ) : null}
      </div>
    </>
  )
}

interface NameFieldProps {
  value: string
  onChange: (name: string) => void
}

function NameField({ value, onChange }: NameFieldProps) {
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
