import { Link } from 'react-router-dom'
import { CAMPAIGN_TYPES } from '#contract/campaigns/campaignWords'
import type { YearResults } from '#contract/results/yearResults'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { formatShortDay } from '../../../../lib/moments'
import { DataTable } from '../../../../ui/data-table/DataTable'
import type { DataColumn } from '../../../../ui/data-table/rows'
import { RESULT_COLUMNS } from './PartsOfYear'
import styles from './YearResults.module.css'

type Campaign = YearResults['campaigns'][number]

export const CAMPAIGN_COLUMN: DataColumn<Campaign> = {
  id: 'campaign',
  heading: 'Campaign',
  cell: ({ id, name }) => (
    <Link to={`/campaigns/${id}`} className={styles.campaign}>
      {unescapeAngleBrackets(name)}
    </Link>
  ),
  sortBy: ({ name }) => name,
}

const COLUMNS: readonly DataColumn<Campaign>[] = [
  CAMPAIGN_COLUMN,
  { id: 'benefit', heading: 'Benefit', cell: ({ benefit_name: name }) => CAMPAIGN_TYPES[name], isMinor: true },
  {
    id: 'sent',
    heading: 'Sent',
    cell: ({ date_sent: sent }) => formatShortDay(sent),
    sortBy: ({ date_sent: sent }) => sent,
    isUnbroken: true,
  },
  ...RESULT_COLUMNS,
]

/** The campaigns that were sent in the year. */
export const CampaignsOfYear = ({ campaigns }: { campaigns: readonly Campaign[] }) => (
  <DataTable caption="Results by campaign" columns={COLUMNS} rows={campaigns} keyOf={({ id }) => id} isWide isFolding />
)
