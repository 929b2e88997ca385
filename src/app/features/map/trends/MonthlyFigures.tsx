import { rangeInWords } from '#contract/households/estimates'
import { monthInWords } from '#contract/households/overTime'
import type { MonthFigures } from '#contract/households/trends'
import { figure } from '../../../lib/counts'
import { DataTable } from '../../../ui/data-table/DataTable'
import { Notice } from '../../../ui/notice/Notice'
import { Section } from '../../../ui/page/Page'
import { LineDrawing } from './LineDrawing'
import styles from './Trends.module.css'
import type { DataColumn } from '../../../ui/data-table/rows'

interface Trend {
  readonly name: string
  readonly valueOf: (month: MonthFigures) => number | null
  readonly write: (month: MonthFigures) => string
}

const counted = (value: number | null) => (value === null ? '–' : figure(value))

const TRENDS: readonly Trend[] = [
  {
    name: 'Households',
    valueOf: (month) => month.household_count,
    write: (month) => counted(month.household_count),
  },
  {
    name: 'Below zero monthly cash balance',
    valueOf: (month) => month.below_zero_count,
    write: (month) => counted(month.below_zero_count),
  },
  {
    name: 'Estimated unclaimed benefit a year',
    valueOf: (month) => month.unclaimed?.lowest ?? null,
    write: ({ unclaimed }) => (unclaimed ? rangeInWords(unclaimed) : '–'),
  },
]

interface MonthlyFiguresProps {
  months: readonly MonthFigures[]
  basis: string
  warning: string | null
}

/** Headline figures as small lines, and as a table. */
export function MonthlyFigures({ months, basis, warning }: MonthlyFiguresProps) {
  const shown = TRENDS.filter(({ valueOf }) => months.some((month) => valueOf(month) !== null))
  const latest = months.at(-1)
  const columns: DataColumn<MonthFigures>[] = [
    { id: 'month', heading: 'Month', cell: ({ month }) => monthInWords(month), isUnbroken: true },
    ...shown.map(({ name, write }) => ({ id: name, heading: name, cell: write, isNumber: true })),
  ]
  return (
    <Section title="Month by month" detail={basis}>
      {warning === null ? null : <Notice kind="warning">{warning}</Notice>}
      {months.some(({ household_count }) => household_count === null) ? (
        <Notice>Some months lack a ward or a value of your filters. They have no figures.</Notice>
      ) : null}
      <div className={styles.lines} aria-hidden="true">
        {latest
          ? shown.map(({ name, valueOf, write }) => (
              <figure key={name} className={styles.trend}>
                <figcaption>
                  {name} <strong>{write(latest)}</strong>
                </figcaption>
                <LineDrawing
                  values={months.map(valueOf)}
                  ends={[monthInWords(months[0]?.month ?? latest.month), monthInWords(latest.month)]}
                />
              </figure>
            ))
          : null}
      </div>
      <DataTable
        caption="Headline figures by month"
        columns={columns}
        rows={months.toReversed()}
        keyOf={({ month }) => month}
        isFolding
      />
    </Section>
  )
}
