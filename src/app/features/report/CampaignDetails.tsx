import { CHANNEL_WORDS } from '#contract/campaignWords'
import type { PensionCreditReport } from '#contract/report'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { figure } from '../../lib/counts'
import { dayOf, longDate } from '../../lib/moments'
import { FactGrid } from '../../ui/page/FactGrid'
import { Section } from '../../ui/page/Section'
import { monthOf } from './wording'

const NOT_DISPATCHED = 'Not Dispatched'

/** The campaign's details, and when its report closes. */
export function CampaignDetails({
  report: { campaign_details: details, comparison },
}: {
  report: PensionCreditReport
}) {
  const facts: readonly (readonly [name: string, value: string])[] = [
    ['Campaign Name', unescapeAngleBrackets(details.name)],
    ['LIFT Snapshot', monthOf(comparison.campaign_snapshot)],
    ['Communication Channel', CHANNEL_WORDS[details.channel]],
    ['Number of Recipients', figure(details.number_of_recipients)],
    ['Date Sent', details.date_sent === null ? NOT_DISPATCHED : dayOf(details.date_sent)],
    ['Close Date', comparison.close_date === null ? NOT_DISPATCHED : longDate(comparison.close_date)],
  ]
  return (
    <Section title="Campaign Details">
      <FactGrid facts={facts} />
    </Section>
  )
}
