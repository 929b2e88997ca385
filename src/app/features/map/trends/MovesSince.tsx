import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BENEFIT_TITLES } from '#contract/households/benefits'
import type { FilterRequest } from '#contract/households/filters'
import { monthInWords } from '#contract/households/overTime'
import { getMoves, type MonthMoves } from '#contract/households/trends'
import { queryOptions } from '../../../api/queryOptions'
import { capitalised, formatCount, figure } from '../../../lib/counts'
import { percentage, signedFigure } from '../../../lib/rates'
import { DataTable } from '../../../ui/data-table/DataTable'
import { DetailList } from '../../../ui/page/Facts'
import { Section } from '../../../ui/page/Page'
import { Select } from '../../../ui/select/Select'
import { QueryState } from '../../../ui/query-state/QueryState'
import { SelectNew } from './SelectOverTime'
import styles from './Trends.module.css'
import type { DataColumn } from '../../../ui/data-table/rows'

interface MovesProps {
  request: FilterRequest
  /** yyyy-mm-dd, oldest first. */
  months: readonly string[]
}

/** Who came and went, began or stopped claiming since a month, and the change by ward. */
export function MovesSince({ request, months }: MovesProps) {
  const earlier = months.slice(0, -1)
  const [since, setSince] = useState(earlier.at(-1) ?? '')
  const moves = useQuery({
    ...queryOptions(getMoves, { body: { ...request, month: since } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section title="What changed">
      <div className={styles.since}>
        <Select
          label="Since"
          options={earlier.toReversed().map((month) => ({ id: month, label: monthInWords(month) }))}
          value={since}
          onChange={setSince}
        />
      </div>
      <QueryState query={moves} what="Comparing months">
        {(found) => (
          <div className={styles.tables} aria-busy={moves.isPlaceholderData}>
            <Changes moves={found} />
            <SelectNew moves={found} />
            <Wards moves={found} />
          </div>
        )}
      </QueryState>
    </Section>
  )
}

function Changes({ moves }: { moves: MonthMoves }) {
  const { household_count, came_in_count, new_in_data_count, went_out_count, gone_from_data_count, claims } = moves
  const month = monthInWords(moves.month)
  return (
    <div className={styles.tables}>
      <DetailList
        details={[
          { name: 'Now', value: formatCount(household_count, 'household') },
          { name: 'Came in', value: withPart(came_in_count, new_in_data_count, `not in the data of ${month}`) },
          { name: 'Went out', value: withPart(went_out_count, gone_from_data_count, 'not in the latest data') },
        ]}
      />
      {claims.length === 0 ? null : (
        <div>
          <h3>Of the households of either month</h3>
          <DataTable
            caption={`Who began or stopped claiming since ${month}`}
            columns={CLAIMS}
            rows={claims}
            keyOf={({ benefit_name }) => benefit_name}
            isFolding
          />
        </div>
      )}
    </div>
  )
}

function withPart(count: number, part: number, what: string): string {
  if (part === 0) return figure(count)
  return part === count ? `${figure(count)}, ${what}` : `${figure(count)}, ${figure(part)} of them ${what}`
}

const CLAIMS: readonly DataColumn<MonthMoves['claims'][number]>[] = [
  { id: 'benefit', heading: 'Benefit', cell: ({ benefit_name }) => capitalised(BENEFIT_TITLES[benefit_name]) },
  { id: 'began', heading: 'Began claiming', cell: ({ began_count }) => figure(began_count), isNumber: true },
  { id: 'stopped', heading: 'Stopped claiming', cell: ({ stopped_count }) => figure(stopped_count), isNumber: true },
]

type WardMoves = MonthMoves['wards'][number]

const computeRate = ({ household_count, all_households_count }: WardMoves) =>
  all_households_count === 0 ? 0 : household_count / all_households_count
const computeChange = ({ household_count, earlier_household_count }: WardMoves) =>
  earlier_household_count === null ? null : household_count - earlier_household_count

function Wards({ moves }: { moves: MonthMoves }) {
  const month = monthInWords(moves.month)
  const columns: readonly DataColumn<WardMoves>[] = [
    { id: 'ward', heading: 'Ward', cell: ({ ward_name }) => ward_name, sortBy: ({ ward_name }) => ward_name },
    {
      id: 'households',
      heading: 'Households',
      cell: ({ household_count }) => figure(household_count),
      sortBy: ({ household_count }) => household_count,
      isNumber: true,
    },
    {
      id: 'rate',
      heading: 'Of all in the ward',
      cell: (ward) => percentage(computeRate(ward)),
      sortBy: computeRate,
      isNumber: true,
    },
    {
      id: 'change',
      heading: 'Change',
      cell: (ward) => signedFigure(computeChange(ward)),
      sortBy: (ward) => computeChange(ward) ?? 0,
      isNumber: true,
    },
  ]
  return (
    <div>
      <h3>By ward, and the change since {month}</h3>
      <DataTable
        caption={`Households by ward: count, rate and change since ${month}`}
        columns={columns}
        rows={moves.wards}
        keyOf={({ ward_code }) => ward_code}
        initialOrder={{ column: 'households', direction: 'descending' }}
        isFolding
      />
    </div>
  )
}
