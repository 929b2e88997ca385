import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { estimateArrival } from '#contract/campaigns/arrival'
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
  households: number | null
  onChoose: (postage: Postage) => void
}

/** The choice of postage: price of a one-sheet letter, and arrival. */
export function PostageChoice({ chosen, households, onChoose }: PostageChoiceProps) {
  const { data: spending } = useQuery(spendingQuery)
  const [now] = useState(() => new Date())
  const describePostage = (postage: Postage) => {
    const { tenths } = rateOn(postage, 1, londonDay(now))
    const all = households === null ? '' : `, ${inPounds(computePence(tenths * households))} in all`
    return `${capitalised(POSTAGE_WORDS[postage])}: ${(tenths / 10).toLocaleString('en-GB')}p a letter of one sheet${all}; sent now it arrives ${arrivalWord(estimateArrival(postage, now, households ?? 1))}`
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
