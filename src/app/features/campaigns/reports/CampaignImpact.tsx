import { WAITING_DAYS } from '#contract/households/overTime'
import { describeFinding, introduceClaims, LIFETIME_NOT_KNOWN, computeLifetime } from '#contract/results/finding'
import { OTHERS_NOT_COMPARABLE } from '#contract/results/impactWords'
import {
  type PensionCreditReport,
  exportCampaignReport,
  exportCampaignSummary,
  tellsCarers,
} from '#contract/results/reports'
import { figure, formatCount } from '../../../lib/counts'
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
  const finding = report.impact && describeFinding(report.impact)
  const lifetime = computeLifetime(report, finding)
  const waiting = stillWaiting(report)
  const showsCarers = tellsCarers(report)
  const shown = (value: number | null, write: (value: number) => string) => (value === null ? null : write(value))
  const tiles = [
    { name: 'Households claiming', value: shown(impact.number_of_households_claiming, figure) },
    ...(showsCarers ? [{ name: 'Carer households', value: shown(impact.number_of_carer_households, figure) }] : []),
    { name: 'Annual value', value: shown(impact.annual_value, pounds) },
    { name: 'Lifetime value', value: lifetime ? shown(lifetime.value, pounds) : LIFETIME_NOT_KNOWN },
  ]
  return (
    <Section title="Campaign Impact" actions={<Exports files={listFiles(campaign_details.id)} />}>
      {finding === null ? null : <p className={styles.lead}>{introduceClaims(allClaims(impact), finding)}</p>}
      <Tiles tiles={tiles} />
      {finding === null ? null : <p className={styles.comparison}>{comparison.cause}</p>}
      <p className={styles.comparison}>{comparisonInWords(report)}</p>
      {comparison.rates === null ? null : (
        <div className={styles.rates}>
          {finding === null ? <p className={styles.cause}>{comparison.cause}</p> : null}
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
            <dd>{lifetime ? lifetimeRange(lifetime) : LIFETIME_NOT_KNOWN}</dd>
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

const allClaims = ({
  number_of_households_claiming: claiming,
  annual_value: value,
}: PensionCreditReport['campaign_impact']) =>
  claiming === null || value === null ? null : `${formatCount(claiming, 'household')}, ${pounds(value)} a year`

const EXPORTS = [
  ['Report (PDF)', exportCampaignReport],
  ['Export CSV', exportCampaignSummary],
] as const

const listFiles = (id: number) =>
  EXPORTS.map(([name, endpoint]) => ({ name, make: () => call(endpoint, { body: { id } }) }))
