import { useId } from 'react'
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
import { AWAITING_DATA, comparisonInWords, lifetimeRange, pounds, rateInWords, stillWaiting } from './wording'
import { Download } from 'lucide-react'
import { call } from '../../../api/call'
import { explainError } from '../../../api/errors'
import { withRetries } from '../../../api/retry'
import { openInTab } from '../../../lib/openInTab'
import { useReasonOffline } from '../../../state/connectivity'
import { Button } from '../../../ui/button/Button'
import { useExport } from '../../../ui/notify/useExport'

interface Tile {
  name: string
  value: number | null
  write: (value: number) => string
}

/** The campaign's headline figures, their sources, and their export. */
export function CampaignImpact({ report }: { report: PensionCreditReport }) {
  const { campaign_details, campaign_impact: impact, comparison } = report
  const waiting = stillWaiting(report)
  const showsCarers = tellsCarers(report)
  const tiles: readonly Tile[] = [
    { name: 'Households claiming', value: impact.number_of_households_claiming, write: figure },
    ...(showsCarers ? [{ name: 'Carer households', value: impact.number_of_carer_households, write: figure }] : []),
    { name: 'Annual value', value: impact.annual_value, write: pounds },
    { name: 'Lifetime value', value: impact.lifetime_value, write: pounds },
  ]
  return (
    <Section title="Campaign Impact" actions={<Exports campaignId={campaign_details.id} />}>
      <dl className={styles.tiles}>
        {tiles.map(({ name, value, write }) => (
          <div key={name} className={styles.tile}>
            <dt>{name}</dt>
            {value === null ? <dd className={styles.awaiting}>{AWAITING_DATA}</dd> : <dd>{write(value)}</dd>}
          </div>
        ))}
      </dl>
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

function Exports({ campaignId }: { campaignId: number }) {
  const whyNot = useReasonOffline('Exports need')
  const reasonId = useId()
  return (
    <div className={styles.export}>
      {whyNot === null ? null : (
        <p id={reasonId} className={styles.reason}>
          {whyNot}
        </p>
      )}
      {EXPORTS.map(([name, endpoint]) => (
        <ExportButton
          key={name}
          name={name}
          reasonId={whyNot === null ? undefined : reasonId}
          onExport={() =>
            openInTab(async () => (await withRetries(() => call(endpoint, { body: { id: campaignId } }))).url)
          }
        />
      ))}
    </div>
  )
}

interface ExportButtonProps {
  name: string
  reasonId: string | undefined
  onExport: () => Promise<void>
}

function ExportButton({ name, reasonId, onExport }: ExportButtonProps) {
  const { isPending, run } = useExport(explainError, 'campaigns')
  return (
    <Button
      icon={<Download aria-hidden />}
      isPending={isPending}
      isDisabled={reasonId !== undefined}
      onPress={() => run(onExport)}
      {...(reasonId === undefined ? {} : { 'aria-describedby': reasonId })}
    >
      {name}
    </Button>
  )
}
