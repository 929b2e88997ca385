import { Archive, Ban, CalendarClock, EllipsisVertical, Pause, Undo2 } from 'lucide-react'
import type { ListedCampaign, Campaign } from '#contract/campaigns/campaigns'
import { explainError } from '../../../../api/errors'
import { useIsOffline, useWhyNotInMenu } from '../../../../state/connectivity'
import { useOwnAccess } from '../../../../state/ownAccess'
import { Button } from '../../../../ui/button/Button'
import { IconButton } from '../../../../ui/button/IconButton'
import { usePurpose } from '../../../../ui/dialog/usePurpose'
import { Menu, type MenuEntry } from '../../../../ui/menu/Menu'
import { useExport } from '../../../../ui/notify/useExport'
import { findRowAct, canBeArchived, canBeCancelled, canBePaused, canChangeStart } from './rules'
import { exportHouseholdReferences } from '#contract/campaigns/campaignExports'
import { exportCampaignSummary } from '#contract/results/reports'
import { call } from '../../../../api/call'
import { withRetries } from '../../../../api/retry'
import { openInTab } from '../../../../lib/openInTab'

export type RowQuestion = 'send' | 'start' | 'pause' | 'send-back' | 'cancel' | 'archive'

/** Id of the campaign's name, which labels its row's buttons. */
export const makeNameId = ({ id }: Pick<ListedCampaign, 'id'>): string => `campaign-${id}`

/** Saves a campaign's report, or its household references. */
export function ExportButton({ campaign }: { campaign: ListedCampaign }) {
  const isOffline = useIsOffline()
  const { isPending, run } = useExport(explainError, 'campaigns')
  const { may_export, purposes } = useOwnAccess()
  const isOfHouseholds = campaign.benefit_name !== 'pension_credit'
  const { ask, question } = usePurpose(isOfHouseholds ? purposes : [])
  if (isOfHouseholds && !may_export) return null
  return (
    <>
      <Button
        variant="quiet"
        aria-describedby={makeNameId(campaign)}
        isDisabled={isOffline}
        isPending={isPending}
        onPress={() => ask((purpose) => run(() => exportCampaign(campaign, purpose)))}
      >
        Export
      </Button>
      {question}
    </>
  )
}

interface ActButtonProps {
  campaign: ListedCampaign
  isReloading: boolean
  onPress: () => void
}

/** Review or Send; "..." while the list reloads. */
export function ActButton({ campaign, isReloading, onPress }: ActButtonProps) {
  const isOffline = useIsOffline()
  const act = findRowAct(campaign)
  if (act === null) return null
  return (
    <Button
      variant={act === 'Review' ? 'secondary' : 'primary'}
      aria-describedby={makeNameId(campaign)}
      isDisabled={isOffline || isReloading}
      onPress={onPress}
      {...(isReloading ? { 'aria-label': `${act} (the list is loading)` } : {})}
    >
      {isReloading ? '...' : act}
    </Button>
  )
}

interface RowMenuProps {
  campaign: ListedCampaign
  onAsk: (question: RowQuestion) => void
}

/** The rarer actions. */
export function RowMenu({ campaign, onAsk }: RowMenuProps) {
  const whyNot = useWhyNotInMenu()
  const entry = (id: Exclude<RowQuestion, 'send'>, label: string, icon: MenuEntry['icon']): MenuEntry => ({
    id,
    label,
    icon,
    whyNot,
    isDanger: id === 'cancel',
    onAction: () => onAsk(id),
  })
  const items = [
    ...(canChangeStart(campaign) ? [entry('start', 'Change when it goes out', <CalendarClock aria-hidden />)] : []),
    ...(canBePaused(campaign) ? [entry('pause', 'Pause campaign', <Pause aria-hidden />)] : []),
    ...(canBeCancelled(campaign)
      ? [
          entry('send-back', 'Send back with a comment', <Undo2 aria-hidden />),
          entry('cancel', 'Cancel campaign', <Ban aria-hidden />),
        ]
      : []),
    ...(canBeArchived(campaign) ? [entry('archive', 'Archive campaign', <Archive aria-hidden />)] : []),
  ]
  if (items.length === 0) return null
  return (
    <Menu
      label="More"
      trigger={
        <IconButton
          label="More actions"
          icon={<EllipsisVertical aria-hidden />}
          withTooltip={false}
          aria-describedby={makeNameId(campaign)}
        />
      }
      items={items}
    />
  )
}

/**
 * Call it from the press handler.
 * @throws as `call`
 */
const exportCampaign = (
  { id, benefit_name }: Pick<Campaign, 'id' | 'benefit_name'>,
  purpose: string | undefined,
): Promise<void> =>
  openInTab(async () => {
    const { url } = await withRetries(() =>
      benefit_name === 'pension_credit'
        ? call(exportCampaignSummary, { body: { id } })
        : call(exportHouseholdReferences, { query: { campaign_id: id, purpose } }),
    )
    return url
  })
