import { CAMPAIGN_TYPES } from '#contract/campaigns/campaignWords'
import type { YearFigures, YearResults } from '#contract/results/yearResults'
import { figure } from '../../../../lib/counts'
import { formatMonth } from '../../../../lib/moments'
import { DataTable } from '../../../../ui/data-table/DataTable'
import type { DataColumn } from '../../../../ui/data-table/rows'
import { AWAITING_DATA } from '../wording'
import { costInWords, countClaims, worthOfClaims } from './words'

export const RESULT_COLUMNS: readonly DataColumn<Omit<YearFigures, 'campaigns'>>[] = [
  {
    id: 'contacted',
    heading: 'Households contacted',
    cell: (row) => figure(row.contacted_households),
    sortBy: (row) => row.contacted_households,
    isNumber: true,
  },
  {
    id: 'claims',
    heading: 'Claims after contact',
    cell: (row) => countClaims(row) ?? AWAITING_DATA,
    sortBy: ({ claims }) => claims?.households ?? -1,
    isNumber: true,
  },
  {
    id: 'worth',
    heading: 'Worth a year',
    cell: (row) => worthOfClaims(row) ?? AWAITING_DATA,
    sortBy: ({ claims }) => claims?.annual_value ?? -1,
    isNumber: true,
  },
  {
    id: 'cost',
    heading: 'Cost of messages',
    cell: costInWords,
    sortBy: ({ cost_pence: pence }) => pence,
    isNumber: true,
  },
]

const CAMPAIGNS: DataColumn<YearFigures> = {
  id: 'campaigns',
  heading: 'Campaigns sent',
  cell: ({ campaigns }) => figure(campaigns),
  sortBy: ({ campaigns }) => campaigns,
  isNumber: true,
}

const BENEFIT_COLUMNS: readonly DataColumn<YearResults['by_benefit'][number]>[] = [
  {
    id: 'benefit',
    heading: 'Benefit',
    cell: ({ benefit_name: name }) => CAMPAIGN_TYPES[name],
    sortBy: ({ benefit_name: name }) => CAMPAIGN_TYPES[name],
  },
  CAMPAIGNS,
  ...RESULT_COLUMNS,
]

const MONTH_COLUMNS: readonly DataColumn<YearResults['by_month'][number]>[] = [
  { id: 'month', heading: 'Month', cell: ({ month }) => formatMonth(month), sortBy: ({ month }) => month },
  CAMPAIGNS,
  ...RESULT_COLUMNS,
]

/** The year by what campaigns were for. */
export const BenefitsOfYear = ({ benefits }: { benefits: YearResults['by_benefit'] }) => (
  <DataTable
    caption="Results by benefit"
    columns={BENEFIT_COLUMNS}
    rows={benefits}
    keyOf={({ benefit_name: name }) => name}
    isFolding
  />
)

/** The year month by month. */
export const MonthsOfYear = ({ months }: { months: YearResults['by_month'] }) => (
  <DataTable caption="Results by month" columns={MONTH_COLUMNS} rows={months} keyOf={({ month }) => month} isFolding />
)
