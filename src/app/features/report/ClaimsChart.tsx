import { lazy, Suspense } from 'react'
import type { PensionCreditReport } from '#contract/report'
import { figure } from '../../lib/counts'
import { classes } from '../../ui/classes'
import { Skeleton } from '../../ui/skeleton/Skeleton'
import { VisuallyHidden } from '../../ui/visually-hidden/VisuallyHidden'
import { PLACEHOLDER } from './placeholder'
import styles from './Report.module.css'

const BarDrawing = lazy(() => import('./BarDrawing'))

/**
 * New claims by month: bars to look at, and the same figures in a table to read. Without any, a greyed placeholder
 * (P2 §2). The bars are hidden from screen readers, which have the table.
 */
export function ClaimsChart({ graph }: { graph: PensionCreditReport['graph_details'] }) {
  const { title, categorical_label: category, value_label: label, data } = graph
  const isEmpty = data.length === 0
  return (
    <section className={styles.section} aria-labelledby="claims-by-month">
      <h2 id="claims-by-month">{title}</h2>
      <div className={styles.chart}>
        <div className={classes(styles.bars, isEmpty && styles.noData)}>
          <div aria-hidden="true" className={styles.drawing}>
            <Suspense fallback={<Skeleton height="var(--chart-height)" />}>
              <BarDrawing data={isEmpty ? PLACEHOLDER : data} label={label} isPlaceholder={isEmpty} />
            </Suspense>
          </div>
          {isEmpty ? <p className={styles.noDataLabel}>No Data</p> : null}
        </div>
        <table className={styles.table}>
          <caption>
            <VisuallyHidden>{title}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <th scope="col">{category}</th>
              <th scope="col">{label}</th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ group, value }) => (
              <tr key={group}>
                <th scope="row">{group}</th>
                <td>{figure(value)}</td>
              </tr>
            ))}
            {isEmpty ? (
              <tr>
                <td colSpan={2}>No data available</td>
              </tr>
            ) : null}
          </tbody>
        </table>
      </div>
    </section>
  )
}
