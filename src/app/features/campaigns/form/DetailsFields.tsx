import type { ImpactTheme } from '#contract/campaigns'
import { CHANNEL_WORDS } from '#contract/campaignWords'
import type { Draft } from '../../../state/drafts'
import { Checkbox } from '../../../ui/checkbox/Checkbox'
import { Select } from '../../../ui/select/Select'
import { channelOf, MOST_MONTHS, monthsWord, offeredTypes, type DraftFields } from '../drafts/draft'
import styles from './CampaignForm.module.css'
import { NameField } from './NameField'

interface DetailsFieldsProps {
  draft: Draft
  theme: ImpactTheme | undefined
  onChange: (change: Partial<DraftFields>) => void
}

const optionOf = <Word extends string>(word: Word) => ({ id: word, label: word })
const CHANNELS = Object.values(CHANNEL_WORDS).map(optionOf)
const MONTHS = Array.from({ length: MOST_MONTHS }, (_, index) => ({
  id: String(index + 1),
  label: monthsWord(index + 1),
}))

/** The form's fields; every change is stored as it is made. */
export function DetailsFields({ draft, theme, onChange }: DetailsFieldsProps) {
  const types = offeredTypes(draft, theme)
  return (
    <>
      <NameField value={draft.campaignName} onChange={(campaignName) => onChange({ campaignName })} />
      <div className={styles.pair}>
        <Select
          label="Campaign Type"
          placeholder="Select a campaign type"
          options={types.map(optionOf)}
          value={types.find((type) => type === draft.campaignType) ?? null}
          onChange={(campaignType) => onChange({ campaignType })}
        />
        <Select
          label="Communication Channel"
          placeholder="Select a channel"
          options={CHANNELS}
          value={channelOf(draft)?.word ?? null}
          onChange={(communicationChannel) => onChange({ communicationChannel })}
        />
      </div>
      <div className={styles.exclusion}>
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
