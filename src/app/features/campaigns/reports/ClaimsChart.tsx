import { lazy, Suspense } from 'react'
import type { PensionCreditReport } from '#contract/results/reports'
import { figure } from '../../../lib/counts'
import { classes } from '../../../ui/classes'
import { DataTable } from '../../../ui/data-table/DataTable'
import { Section } from '../../../ui/page/Page'
import { Skeleton } from '../../../ui/skeleton/Skeleton'
import styles from './Report.module.css'

const BarDrawing = lazy(() => import('./BarDrawing'))

/** By month, with a table for screen readers; without claims, a greyed placeholder. */
export function ClaimsChart({ graph }: { graph: PensionCreditReport['graph_details'] }) {
  const { title, categorical_label: category, value_label: label, data } = graph
  const isEmpty = data.length === 0
  return (
    <Section title={title}>
      <div className={styles.chart}>
        <div className={classes(styles.bars, isEmpty && styles.noData)}>
          <div aria-hidden="true" className={styles.drawing}>
            <Suspense fallback={<Skeleton height="var(--chart-height)" />}>
              <BarDrawing data={isEmpty ? PLACEHOLDER : data} label={label} isPlaceholder={isEmpty} />
            </Suspense>
          </div>
          {isEmpty ? <p className={styles.noDataLabel}>No Data</p> : null}
        </div>
        <DataTable
          caption={title}
          columns={[
            { id: 'group', heading: category, cell: ({ group }) => group },
            { id: 'value', heading: label, cell: ({ value }) => figure(value), isNumber: true },
          ]}
          rows={data}
          keyOf={({ group }) => group}
        />
      </div>
    </Section>
  )
}

/** Meaningless example values for an empty chart. */
const PLACEHOLDER: PensionCreditReport['graph_details']['data'] = [
  ['Jan', 320],
  ['Feb', 480],
  ['Mar', 610],
  ['Apr', 550],
  ['May', 720],
  ['Jun', 840],
  ['Jul', 790],
  ['Aug', 930],
  ['Sept', 1_060],
  ['Oct', 980],
  ['Nov', 1_120],
  ['Dec', 1_240],
].map(([group, value]) => ({ group: String(group), value: Number(value) }))
