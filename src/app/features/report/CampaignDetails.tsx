import { CHANNEL_WORDS } from '#contract/campaignWords'
import type { PensionCreditReport } from '#contract/report'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { figure } from '../../lib/counts'
import styles from './Report.module.css'
import { longDay, longDayOf, monthOf } from './wording'

const NOT_DISPATCHED = 'Not Dispatched'

/** What the campaign was, and when its report closes (P2 §2). */
export function CampaignDetails({ report: { campaign_details: details, comparison } }: { report: PensionCreditReport }) {
  const facts: readonly (readonly [name: string, value: string])[] = [
    ['Campaign Name', unescapeAngleBrackets(details.name)],
    ['LIFT Snapshot', monthOf(comparison.campaign_snapshot)],
    ['Communication Channel', CHANNEL_WORDS[details.channel]],
    ['Number of Recipients', figure(details.number_of_recipients)],
    ['Date Sent', details.date_sent === null ? NOT_DISPATCHED : longDayOf(details.date_sent)],
    ['Close Date', comparison.close_date === null ? NOT_DISPATCHED : longDay(comparison.close_date)],
  ]
  return (
    <section className={styles.section} aria-labelledby="campaign-details">
      <h2 id="campaign-details">Campaign Details</h2>
      <dl className={styles.details}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
