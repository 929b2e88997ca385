/** docs/product.md#when-it-goes-out */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ListedCampaign } from '#contract/campaigns/campaigns'
import { changeCampaignStart, FURTHEST_START_DAYS } from '#contract/campaigns/campaignMoves'
import type { MessageSettings } from '#contract/campaigns/messageSettings'
import { daysOn, londonDay } from '#contract/days'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { call } from '../../../../api/call'
import { explainFailure } from '../../../../api/errors'
import { londonHour } from '../../../../lib/moments'
import { useReasonOffline } from '../../../../state/connectivity'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog'
import { RadioGroup } from '../../../../ui/radio-group/RadioGroup'
import { Select } from '../../../../ui/select/Select'
import { TextField } from '../../../../ui/text-field/TextField'
import { momentWord } from '../wording'
import styles from './ReviewAndSend.module.css'
import { messageSettingsQuery } from '../../../../state/settings'

export interface ChosenStart {
  readonly isLater: boolean
  readonly day: string
  readonly hour: string
}

/** Prefills tomorrow for a later start. */
export const atOnce = (): ChosenStart => ({ isLater: false, day: daysOn(londonDay(new Date()), 1), hour: '' })

/** Null: as soon as possible; undefined: incomplete. */
export function momentOfStart({ isLater, day, hour }: ChosenStart): string | null | undefined {
  if (!isLater) return null
  return hour === '' || Number.isNaN(Date.parse(day)) ? undefined : londonHour(day, Number(hour))
}

const WHEN = [
  { id: 'now', label: 'As soon as possible' },
  { id: 'later', label: 'At a time' },
] as const

/** The choice of now, or a day and an hour within sending hours. */
export function StartFields({ value, onChange }: { value: ChosenStart; onChange: (value: ChosenStart) => void }) {
  const { data: settings } = useQuery(messageSettingsQuery)
  return (
    <>
      <RadioGroup
        label="When it goes out"
        options={WHEN}
        value={value.isLater ? 'later' : 'now'}
        onChange={(id) => onChange({ ...value, isLater: id === 'later' })}
      />
      {value.isLater ? (
        <div className={styles.start}>
          <TextField
            label="Day"
            type="date"
            value={value.day}
            error={settings ? wrongDay(value.day, settings) : null}
            onChange={(day) => onChange({ ...value, day })}
          />
          <Select
            label="Hour"
            placeholder="Choose an hour"
            options={listHours(settings)}
            value={value.hour === '' ? null : value.hour}
            onChange={(hour) => onChange({ ...value, hour })}
          />
        </div>
      ) : null}
    </>
  )
}

function listHours(settings: MessageSettings | undefined) {
  const { send_from: from, send_until: until } = settings ?? { send_from: 0, send_until: 24 }
  return Array.from({ length: until - from }, (_, index) => {
    const hour = String(from + index)
    return { id: hour, label: `${hour.padStart(2, '0')}:00` }
  })
}

/** Why nothing is sent on a day, or null. */
function wrongDay(day: string, { send_on_sundays: onSundays }: MessageSettings): string | null {
  const time = Date.parse(day)
  if (Number.isNaN(time)) return 'Choose a day.'
  if (day < londonDay(new Date())) return 'Choose a day that is still to come.'
  if (day > daysOn(londonDay(new Date()), FURTHEST_START_DAYS))
    return `Choose a day within the next ${FURTHEST_START_DAYS} days.`
  return !onSundays && new Date(time).getUTCDay() === 0 ? 'Your organisation sends nothing on Sundays.' : null
}

/** Changes the start of a waiting campaign. */
export function ChangeStart({ campaign, onClose }: { campaign: ListedCampaign; onClose: () => void }) {
  const [start, setStart] = useState(atOnce)
  const moment = momentOfStart(start)
  const whyNot = useReasonOffline('Changing the start needs')
  const change = useMutation({
    mutationFn: () =>
      call(changeCampaignStart, { query: { campaign_id: campaign.id }, body: { start_at: moment ?? null } }),
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      title="Change when it goes out"
      no="Cancel"
      yes={moment ? `Send from ${momentWord(moment)}` : 'Send as soon as possible'}
      onNo={onClose}
      onYes={() => (moment === undefined ? undefined : change.mutate())}
      isPending={change.isPending}
      failure={explainFailure(change.error)}
      whyNot={whyNot ?? (moment === undefined ? 'Choose a day and an hour.' : null)}
    >
      <p>
        <strong dir="auto">{unescapeAngleBrackets(campaign.name)}</strong>
        {campaign.starts_at === null ? null : ` goes out from ${momentWord(campaign.starts_at)}.`}
      </p>
      <StartFields value={start} onChange={setStart} />
    </ConfirmDialog>
  )
}
