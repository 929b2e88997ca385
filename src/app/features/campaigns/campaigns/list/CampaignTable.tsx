import { Link, useNavigate } from 'react-router-dom'
import type { ListedCampaign } from '#contract/campaigns/campaigns'
import { CHANNEL_WORDS } from '#contract/campaigns/campaignWords'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { formatRounded, formatCount } from '../../../../lib/counts'
import { formatShortDay, longDate } from '../../../../lib/moments'
import { DataTable } from '../../../../ui/data-table/DataTable'
import { useSession } from '../../../../state/session'
import { describeProgress, describeTurn, underscoresAsSpaces } from '../wording'
import { StatusBadge } from '../StatusBadge'
import styles from './CampaignTable.module.css'
import { ActButton, ExportButton, makeNameId, RowMenu, type RowQuestion } from './RowActions'
import { detailsPath, hasReport, reportPath } from './rules'
import type { DataColumn } from '../../../../ui/data-table/rows'

const PAGING = { rowsAPage: 10, label: 'Pages of campaigns', count: (rows: number) => formatCount(rows, 'campaign') }

interface CampaignTableProps {
  campaigns: readonly ListedCampaign[]
  /** Actions may be outdated while the list reloads. */
  isReloading: boolean
  /** Null: may not review and send. */
  onAsk: ((question: RowQuestion, campaign: ListedCampaign) => void) | null
}

/** Newest first, sortable and in pages. */
export function CampaignTable({ campaigns, isReloading, onAsk }: CampaignTableProps) {
  const navigate = useNavigate()
  return (
    <DataTable
      caption="Campaigns, newest first unless a column sorts them"
      columns={onAsk === null ? EVERYBODYS : [...EVERYBODYS, ...superAdministrators(isReloading, onAsk)]}
      rows={campaigns}
      keyOf={({ id }) => id}
      isWide
      isFolding
      pressOf={(campaign) => (hasReport(campaign) ? () => void navigate(reportPath(campaign.id)) : null)}
      paging={PAGING}
    />
  )
}

const EVERYBODYS: readonly DataColumn<ListedCampaign>[] = [
  {
    id: 'name',
    heading: 'Campaign Name',
    cell: (campaign) => <Name campaign={campaign} />,
    sortBy: ({ name }) => unescapeAngleBrackets(name),
  },
  {
    id: 'recipients',
    heading: 'Number of Recipients',
    cell: (campaign) => formatRounded(campaign.number_of_recipients, campaign.is_rounded),
    sortBy: (campaign) => campaign.number_of_recipients,
    isNumber: true,
  },
  {
    id: 'snapshot',
    heading: 'LIFT Snapshot',
    cell: ({ snapshot }) => longDate(snapshot),
    isUnbroken: true,
    below: '2',
  },
  {
    id: 'type',
    heading: 'Campaign Type',
    cell: ({ benefit_name }) => <span className={styles.kind}>{underscoresAsSpaces(benefit_name)}</span>,
    sortBy: ({ benefit_name }) => underscoresAsSpaces(benefit_name),
    below: '3 / span 2',
  },
  {
    id: 'channel',
    heading: 'Communication Channel',
    cell: ({ channel }) => CHANNEL_WORDS[channel],
    sortBy: ({ channel }) => CHANNEL_WORDS[channel],
    below: '5',
  },
  {
    id: 'by',
    heading: 'Created By',
    cell: ({ created_by }) => <Creator address={created_by} />,
    below: '6 / -1',
  },
  {
    id: 'sent',
    heading: 'Date Sent',
    cell: ({ date_sent }) => (date_sent === null ? '' : formatShortDay(date_sent)),
    isUnbroken: true,
  },
  {
    id: 'status',
    heading: 'Status',
    cell: (campaign) => <State campaign={campaign} />,
    sortBy: ({ status }) => status,
  },
  { id: 'export', heading: 'Export', cell: (campaign) => <ExportButton campaign={campaign} />, isAction: true },
]

const superAdministrators = (
  isReloading: boolean,
  onAsk: (question: RowQuestion, campaign: ListedCampaign) => void,
): DataColumn<ListedCampaign>[] => [
  {
    id: 'send',
    heading: 'Review & Send',
    cell: (campaign) => (
      <ActButton campaign={campaign} isReloading={isReloading} onPress={() => onAsk('send', campaign)} />
    ),
    isAction: true,
  },
  {
    id: 'more',
    heading: 'More',
    cell: (campaign) => <RowMenu campaign={campaign} onAsk={(question) => onAsk(question, campaign)} />,
    isAction: true,
    isHeadingHidden: true,
  },
]

/** Breaks after the at sign first. */
function Creator({ address }: { address: string }) {
  const [name, ...domain] = address.split(/(?<=@)/)
  return (
    <bdi className={styles.by}>
      {name}
      <wbr />
      {domain}
    </bdi>
  )
}

function Name({ campaign }: { campaign: ListedCampaign }) {
  const name = unescapeAngleBrackets(campaign.name)
  const id = makeNameId(campaign)
  const shown = { id, title: name, dir: 'auto', className: styles.name }
  return (
    <div className={styles.called}>
      {hasReport(campaign) ? (
        <Link to={reportPath(campaign.id)} {...shown}>
          {name}
        </Link>
      ) : (
        <span {...shown}>{name}</span>
      )}
      <Link to={detailsPath(campaign)} className={styles.details} aria-describedby={id}>
        View details
      </Link>
    </div>
  )
}

function State({ campaign }: { campaign: ListedCampaign }) {
  const { isSuperAdmin } = useSession()
  const turn = describeTurn(campaign, isSuperAdmin)
  const progress = describeProgress(campaign)
  return (
    <div className={styles.state}>
      <StatusBadge status={campaign.status} />
      {turn === null ? null : <Turn words={turn} />}
      {progress === null ? null : <span className={styles.progress}>{progress}</span>}
    </div>
  )
}

/** Where room is short, "Your turn" alone: the button in the row, and its page, say to do what. */
function Turn({ words }: { words: string }) {
  const [whose = '', what] = words.split(/(?=: )/)
  return (
    <span className={styles.turn}>
      {whose}
      {what === undefined ? null : <span className={styles.what}>{what}</span>}
    </span>
  )
}
