import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { estimateArrival } from '#contract/campaigns/arrival'
import { countHeldOut, type HoldOutPercentage } from '#contract/campaigns/holdOuts'
import { inPounds, computePence, rateOn } from '#contract/campaigns/notifyRates'
import { POSTAGE_WORDS, POSTAGES, type Postage } from '#contract/campaigns/postage'
import { capitalised } from '../../../../../lib/counts'
import { londonDay } from '#contract/days'
import { RadioGroup } from '../../../../../ui/radio-group/RadioGroup'
import { arrivalWord } from '../../wording'
import { spendingQuery } from '../../../../../state/settings'

interface PostageChoiceProps {
  /** Null: the organisation's default. */
  chosen: Postage | null
  /** Eligible; null: not known yet. */
  households: number | null
  /** Null: not known yet. */
  holdOut: HoldOutPercentage | null
  onChoose: (postage: Postage) => void
}

/** The choice of postage: price of a one-sheet letter, and arrival. */
export function PostageChoice({ chosen, households, holdOut, onChoose }: PostageChoiceProps) {
  const { data: spending } = useQuery(spendingQuery)
  const [now] = useState(() => new Date())
  const contacted = households === null || holdOut === null ? null : households - countHeldOut(households, holdOut)
  const describePostage = (postage: Postage) => {
    const { tenths } = rateOn(postage, 1, londonDay(now))
    const all =
      contacted === null ? '' : `, ${holdOut === 0 ? '' : 'about '}${inPounds(computePence(tenths * contacted))} in all`
    return `${capitalised(POSTAGE_WORDS[postage])}: ${(tenths / 10).toLocaleString('en-GB')}p a letter of one sheet${all}; sent now it arrives ${arrivalWord(estimateArrival(postage, now, contacted ?? 1))}`
  }
  return (
    <RadioGroup
      label="Postage, at GOV.UK Notify’s rates without VAT"
      options={POSTAGES.map((id) => ({ id, label: describePostage(id) }))}
      value={chosen ?? spending?.postage ?? 'second'}
      onChange={onChoose}
    />
  )
}
