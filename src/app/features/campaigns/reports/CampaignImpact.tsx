import { WAITING_DAYS } from '#contract/households/overTime'
import { OTHERS_NOT_COMPARABLE } from '#contract/results/impactWords'
import {
  type PensionCreditReport,
  exportCampaignReport,
  exportCampaignSummary,
  tellsCarers,
} from '#contract/results/reports'
import { figure } from '../../../lib/counts'
import { Disclosure } from '../../../ui/disclosure/Disclosure'
import { Section } from '../../../ui/page/Page'
import styles from './Report.module.css'
import { Exports } from './Exports'
import { Tiles } from './Tiles'
import { comparisonInWords, lifetimeRange, pounds, rateInWords, stillWaiting } from './wording'
import { call } from '../../../api/call'

/** The campaign's headline figures, their sources, and their export. */
export function CampaignImpact({ report }: { report: PensionCreditReport }) {
  const { campaign_details, campaign_impact: impact, comparison } = report
  const waiting = stillWaiting(report)
  const showsCarers = tellsCarers(report)
  const shown = (value: number | null, write: (value: number) => string) => (value === null ? null : write(value))
  const tiles = [
    { name: 'Households claiming', value: shown(impact.number_of_households_claiming, figure) },
    ...(showsCarers ? [{ name: 'Carer households', value: shown(impact.number_of_carer_households, figure) }] : []),
    { name: 'Annual value', value: shown(impact.annual_value, pounds) },
    { name: 'Lifetime value', value: shown(impact.lifetime_value, pounds) },
  ]
  return (
    <Section title="Campaign Impact" actions={<Exports files={listFiles(campaign_details.id)} />}>
      <Tiles tiles={tiles} />
      <p className={styles.comparison}>{comparisonInWords(report)}</p>
      {comparison.rates === null ? null : (
        <div className={styles.rates}>
          <p className={styles.cause}>{comparison.cause}</p>
          <dl>
            <dt>Contacted households</dt>
            <dd>{rateInWords(comparison.rates.contacted)}</dd>
            <dt>Other eligible households</dt>
            <dd>{rateInWords(comparison.rates.not_contacted)}</dd>
            {waiting === null ? null : (
              <>
                <dt>{`Still waiting: contacted, and not claiming after ${WAITING_DAYS} days`}</dt>
                <dd>{waiting}</dd>
              </>
            )}
            <dt>Range of the lifetime value</dt>
            <dd>{lifetimeRange(comparison)}</dd>
          </dl>
        </div>
      )}
      <Disclosure title="How these figures are worked out" look="quiet">
        <dl className={styles.method}>
          <dt>Households claiming</dt>
          <dd>
            Contacted households that were not claiming in the last snapshot up to the day of sending and claim in the
            latest one at least 28 days after it and up to the close date. A household that the later snapshot no longer
            has is not counted.
          </dd>
          {showsCarers ? (
            <>
              <dt>Carer households</dt>
              <dd>Those of them with a carer.</dd>
            </>
          ) : null}
          <dt>Annual value</dt>
          <dd>{comparison.annual_method}</dd>
          <dt>Lifetime value</dt>
          <dd>{comparison.lifetime_method}</dd>
          <dt>Other eligible households</dt>
          <dd>
            Those of the whole organisation that were eligible and not claiming in the same snapshot, and that no
            Pension Credit campaign wrote to from six months before it to the later one. {OTHERS_NOT_COMPARABLE}
          </dd>
          <dt>New claims by month</dt>
          <dd>
            Each household once, in the first snapshot in which it claims. A household that has stopped claiming since
            is in its month, and no longer among the households claiming.
          </dd>
        </dl>
      </Disclosure>
    </Section>
  )
}

const EXPORTS = [
  ['Report (PDF)', exportCampaignReport],
  ['Export CSV', exportCampaignSummary],
] as const

const listFiles = (id: number) =>
  EXPORTS.map(([name, endpoint]) => ({ name, make: () => call(endpoint, { body: { id } }) }))
