import { lazy, Suspense } from 'react'
import type { ClaimRate, Impact } from '#contract/results/reports'
import { DataTable } from '../../../ui/data-table/DataTable'
import { Skeleton } from '../../../ui/skeleton/Skeleton'
import styles from './ImpactOfHoldOut.module.css'
import { formatMonth } from '../../../lib/moments'
import { rateInWords, formatShortMonth } from './wording'
import type { DataColumn } from '../../../ui/data-table/rows'

const ArmsDrawing = lazy(() => import('./ArmsDrawing'))

const computePercent = ({ households, claiming }: ClaimRate) => (households === 0 ? 0 : (claiming / households) * 100)

/** Claims of both arms by month, and from when some of both were written to. */
export function ArmsByMonth({ impact }: { impact: Impact }) {
  const { by_month: months, held_out_until: until, outcome } = impact
  if (months.length < 2) return null
  const isMixed = until !== null && (outcome?.held_out_written_to ?? 0) > 0
  const released = !isMixed ? undefined : months.find(({ snapshot }) => snapshot > until)?.snapshot
  const columns: readonly DataColumn<Impact['by_month'][number]>[] = [
    { id: 'month', heading: 'Month', cell: ({ snapshot }) => formatMonth(snapshot), isUnbroken: true },
    { id: 'contacted', heading: NAMES.contacted, cell: ({ contacted }) => rateInWords(contacted), isNumber: true },
    { id: 'held-out', heading: NAMES.heldOut, cell: ({ held_out }) => rateInWords(held_out), isNumber: true },
  ]
  return (
    <div className={styles.outcome}>
      <h3>Month by month</h3>
      <div aria-hidden="true">
        <p className={styles.key}>
          <span>{NAMES.contacted}</span>
          <span className={styles.heldOutKey}>{NAMES.heldOut}</span>
        </p>
        <Suspense fallback={<Skeleton height="var(--chart-height)" />}>
          <ArmsDrawing
            data={months.map(({ snapshot, contacted, held_out }) => ({
              month: formatShortMonth(snapshot),
              contacted: computePercent(contacted),
              heldOut: computePercent(held_out),
            }))}
            releasedBy={released && formatShortMonth(released)}
          />
        </Suspense>
      </div>
      {released === undefined ? null : (
        <p>{`From ${formatMonth(released)} some of those held out may have been written to as well.`}</p>
      )}
      <DataTable
        caption="Who claims, month by month, contacted and held out"
        columns={columns}
        rows={months}
        keyOf={({ snapshot }) => snapshot}
        isFolding
      />
    </div>
  )
}

const NAMES = { contacted: 'Contacted', heldOut: 'Held out' }
