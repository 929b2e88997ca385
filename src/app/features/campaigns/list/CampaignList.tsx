import { Megaphone, Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { ListedCampaign } from '#contract/campaigns'
import { draftsAtom } from '../../../state/drafts'
import { offlineReason, useIsOffline } from '../../../state/online'
import { useSession } from '../../../state/session'
import { useAtomValue } from '../../../state/store'
import { ButtonLink } from '../../../ui/button/ButtonLink'
import { EmptyState } from '../../../ui/empty-state/EmptyState'
import { OfflineState } from '../../../ui/empty-state/OfflineState'
import { ErrorState } from '../../../ui/error-state/ErrorState'
import { Notice } from '../../../ui/notice/Notice'
import { Page, Panel } from '../../../ui/page/Page'
import { Sections } from '../../../ui/page/Section'
import { ReviewAndSend } from '../send/ReviewAndSend'
import styles from './CampaignList.module.css'
import { CampaignTable } from './CampaignTable'
import { ConfirmMove } from './ConfirmMove'
import { ListSkeleton } from './ListSkeleton'
import type { RowQuestion } from './RowActions'
import { useCampaigns } from './useCampaigns'

/** /campaigns (P2 §2): the drafts of this device, and the campaigns of the organisation. */
export function CampaignList({ drafts }: { drafts: ReactNode }) {
  const campaigns = useCampaigns()
  const hasDrafts = useAtomValue(draftsAtom).length > 0
  const isEmpty = campaigns.state === 'loaded' && campaigns.value.length === 0 && !hasDrafts
  return (
    <Page title="Campaigns" isWide actions={isEmpty ? null : <NewCampaign />}>
      <Sections>
        {drafts}
        <Panel>
          {campaigns.state === 'loading' ? <ListSkeleton /> : null}
          {campaigns.state === 'failed' ? (
            <ErrorState title="The campaigns could not be loaded" detail={campaigns.message} onRetry={campaigns.reload} />
          ) : null}
          {campaigns.state === 'offline' ? <OfflineState what="The list of campaigns" /> : null}
          {isEmpty ? (
            <EmptyState icon={<Megaphone />} title="You have not started any campaigns yet" actions={<NewCampaign />} />
          ) : null}
          {campaigns.state === 'loaded' && !isEmpty ? (
            <Campaigns
              campaigns={campaigns.value}
              isReloading={campaigns.isReloading}
              problem={campaigns.problem}
              onReload={campaigns.reload}
            />
          ) : null}
        </Panel>
      </Sections>
    </Page>
  )
}

const NewCampaign = () => (
  <ButtonLink to="/campaigns/new" variant="primary" icon={<Plus aria-hidden />}>
    Create new campaign
  </ButtonLink>
)

interface CampaignsProps {
  campaigns: readonly ListedCampaign[]
  isReloading: boolean
  problem: string | null
  onReload: () => void
}

function Campaigns({ campaigns, isReloading, problem, onReload }: CampaignsProps) {
  const { isSuperAdmin } = useSession()
  const isOffline = useIsOffline()
  const [asked, setAsked] = useState<{ question: RowQuestion; campaign: ListedCampaign } | null>(null)
  // P2 §4: closing reloads the list, whatever was done.
  const close = () => {
    setAsked(null)
    onReload()
  }
  return (
    <>
      {isOffline ? (
        <div className={styles.notice}>
          <Notice kind="warning">
            {offlineReason(isSuperAdmin ? 'Exporting, reviewing and sending need' : 'Exporting needs')} The list may be out of date.
          </Notice>
        </div>
      ) : null}
      {problem === null ? null : (
        <div className={styles.notice}>
          <Notice kind="warning" title="The list may be out of date">
            {problem}
          </Notice>
        </div>
      )}
      <CampaignTable
        campaigns={campaigns}
        isReloading={isReloading}
        onAsk={isSuperAdmin ? (question, campaign) => setAsked({ question, campaign }) : null}
      />
      {asked?.question === 'send' ? <ReviewAndSend campaign={asked.campaign} onClose={close} /> : null}
      {asked?.question === 'cancel' || asked?.question === 'archive' ? (
        <ConfirmMove move={asked.question} campaign={asked.campaign} onClose={close} />
      ) : null}
    </>
  )
}
