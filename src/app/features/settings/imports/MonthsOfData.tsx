import { useQuery } from '@tanstack/react-query'
import type { Months } from '#contract/households/imports'
import { figure } from '../../../lib/counts'
import { formatMonth, formatMoment } from '../../../lib/moments'
import { useReasonOffline } from '../../../state/connectivity'
import { DataTable } from '../../../ui/data-table/DataTable'
import { Notice } from '../../../ui/notice/Notice'
import { Section } from '../../../ui/page/Page'
import { QueryState } from '../../../ui/query-state/QueryState'
import { BringBackSection } from './BringBackSection'
import { ImportSection } from './ImportSection'
import { monthsQuery } from './useImport'
import type { DataColumn } from '../../../ui/data-table/rows'

type Month = Months['months'][number]

const COLUMNS: readonly DataColumn<Month>[] = [
  {
    id: 'month',
    heading: 'Month',
    cell: ({ month }) => formatMonth(month),
    sortBy: ({ month }) => month,
    isUnbroken: true,
  },
  {
    id: 'households',
    heading: 'Households',
    cell: ({ household_count: count }) => figure(count),
    sortBy: ({ household_count: count }) => count,
    isNumber: true,
  },
  {
    id: 'taken',
    heading: 'Published',
    cell: ({ imported_at: at }) => formatMoment(at),
    sortBy: ({ imported_at: at }) => at,
    isUnbroken: true,
  },
]

/** Handing over a month, and existing months; for administrators. */
export function MonthsOfData() {
  const months = useQuery(monthsQuery)
  const whyNot = useReasonOffline('Handing over a month needs')
  return (
    <>
      {whyNot === null ? null : <Notice kind="warning">{whyNot}</Notice>}
      <QueryState query={months} what="Your months">
        {(loaded) => (
          <>
            <ImportSection months={loaded} whyNot={whyNot} />
            <BringBackSection offer={loaded.bring_back} whyNot={whyNot} />
            <Section title="Published months" isFlush>
              <DataTable
                caption="Months"
                isFolding
                columns={COLUMNS}
                rows={loaded.months}
                keyOf={({ month }) => month}
                empty="No month has been handed over yet"
              />
            </Section>
          </>
        )}
      </QueryState>
    </>
  )
}
