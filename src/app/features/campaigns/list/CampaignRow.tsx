import { Archive, Ban, EllipsisVertical } from 'lucide-react'
import { useState, type MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { ListedCampaign } from '#contract/campaigns'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { useIsOffline } from '../../../state/online'
import { Button } from '../../../ui/button/Button'
import { IconButton } from '../../../ui/button/IconButton'
import { classes } from '../../../ui/classes'
import { Menu, type MenuEntry } from '../../../ui/menu/Menu'
import { figure } from '../../../lib/counts'
import { progressOf } from '../progress'
import { StatusBadge } from '../StatusBadge'
import { dayOf } from '../times'
import { channelWord, longDate, underscoresAsSpaces } from '../wording'
import styles from './CampaignTable.module.css'
import { exportCampaign } from './exportCampaign'
import { actOf, canBeArchived, canBeCancelled, detailsPath, hasReport, reportPath } from './rules'

/** What a super administrator may ask for; each opens a dialog. */
export type RowQuestion = 'send' | 'cancel' | 'archive'

interface CampaignRowProps {
  campaign: ListedCampaign
  /** Null for people who may not review and send. */
  onAsk: ((question: RowQuestion, campaign: ListedCampaign) => void) | null
  /** The list is on its way anew: what it offers may be over. */
  isReloading: boolean
}

/** One campaign of the list. */
export function CampaignRow({ campaign, onAsk, isReloading }: CampaignRowProps) {
  const navigate = useNavigate()
  const leads = hasReport(campaign)
  const nameId = `campaign-${campaign.id}`
  const progress = progressOf(campaign)
  const open = ({ target }: MouseEvent<HTMLTableRowElement>) => {
    // What is in the row acts for itself, and text may be selected.
    const actsItself = target instanceof Element && target.closest('a, button') !== null
    if (!actsItself && !window.getSelection()?.toString()) void navigate(reportPath(campaign.id))
  }
  return (
    <tr className={classes(leads && styles.leads)} {...(leads ? { onClick: open } : {})}>
      <th scope="row">
        <div className={styles.called}>
          {leads ? (
            <Link to={reportPath(campaign.id)} id={nameId} dir="auto">
              {unescapeAngleBrackets(campaign.name)}
            </Link>
          ) : (
            <span id={nameId} dir="auto">
              {unescapeAngleBrackets(campaign.name)}
            </span>
          )}
          <Link to={detailsPath(campaign)} className={styles.details} aria-describedby={nameId}>
            View details
          </Link>
        </div>
      </th>
      <td className={styles.number}>{figure(campaign.number_of_recipients)}</td>
      <td className={styles.day}>{longDate(campaign.snapshot)}</td>
      <td>
        <span className={styles.kind}>{underscoresAsSpaces(campaign.benefit_name)}</span>
      </td>
      <td>{channelWord(campaign.channel)}</td>
      <td className={styles.by} dir="auto">
        {campaign.created_by}
      </td>
      <td className={styles.day}>{dayOf(campaign.date_sent)}</td>
      <td>
        <div className={styles.state}>
          <StatusBadge status={campaign.status} />
          {progress === null ? null : <span className={styles.progress}>{progress}</span>}
        </div>
      </td>
      <td className={styles.act}>
        <ExportButton campaign={campaign} describedBy={nameId} />
      </td>
      {onAsk === null ? null : (
        <>
          <td className={styles.act}>
            <ActButton campaign={campaign} describedBy={nameId} isReloading={isReloading} onPress={() => onAsk('send', campaign)} />
          </td>
          <td className={styles.act}>
            <RowMenu campaign={campaign} describedBy={nameId} onAsk={onAsk} />
          </td>
        </>
      )}
    </tr>
  )
}

interface PartProps {
  campaign: ListedCampaign
  /** The element that says which campaign. */
  describedBy: string
}

function ExportButton({ campaign, describedBy }: PartProps) {
  const isOffline = useIsOffline()
  const [isPending, setIsPending] = useState(false)
  const run = async () => {
    setIsPending(true)
    await exportCampaign(campaign)
    setIsPending(false)
  }
  return (
    <Button
      variant="quiet"
      aria-describedby={describedBy}
      isDisabled={isOffline}
      isPending={isPending}
      onPress={() => void run()}
    >
      Export
    </Button>
  )
}

/** The specification's button: Review or Send, "..." while the list reloads. */
function ActButton({ campaign, describedBy, isReloading, onPress }: PartProps & { isReloading: boolean; onPress: () => void }) {
  const isOffline = useIsOffline()
  const act = actOf(campaign)
  if (act === null) return null
  return (
    <Button
      variant={act === 'Review' ? 'secondary' : 'primary'}
      aria-describedby={describedBy}
      isDisabled={isOffline || isReloading}
      onPress={onPress}
      {...(isReloading ? { 'aria-label': `${act} (the list is loading)` } : {})}
    >
      {isReloading ? '...' : act}
    </Button>
  )
}

function RowMenu({ campaign, describedBy, onAsk }: PartProps & { onAsk: NonNullable<CampaignRowProps['onAsk']> }) {
  const isOffline = useIsOffline()
  const entry = (id: 'cancel' | 'archive', label: string, icon: MenuEntry['icon']): MenuEntry => ({
    id,
    label: isOffline ? `${label} (needs a connection)` : label,
    icon,
    isDisabled: isOffline,
    isDanger: id === 'cancel',
    onAction: () => onAsk(id, campaign),
  })
  const items = [
    ...(canBeCancelled(campaign) ? [entry('cancel', 'Cancel campaign', <Ban aria-hidden />)] : []),
    ...(canBeArchived(campaign) ? [entry('archive', 'Archive campaign', <Archive aria-hidden />)] : []),
  ]
  if (items.length === 0) return null
  return (
    <Menu
      label="More"
      trigger={
        <IconButton label="More actions" icon={<EllipsisVertical aria-hidden />} withTooltip={false} aria-describedby={describedBy} />
      }
      items={items}
    />
  )
}
