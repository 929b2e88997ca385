import { useQuery } from '@tanstack/react-query'
import { Megaphone, Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { ListedCampaign } from '#contract/campaigns/campaigns'
import { refreshFailure } from '../../../../api/errors'
import { draftsAtom } from '../../../../state/drafts'
import { offlineReason, useIsOffline } from '../../../../state/connectivity'
import { useCampaignTabs } from '../../../../state/placeTabs'
import { helpPath } from '../../../../state/guides'
import { useSession } from '../../../../state/session'
import { useAtomValue } from '../../../../state/store'
import { ButtonLink } from '../../../../ui/button/ButtonLink'
import { EmptyState } from '../../../../ui/empty-state/EmptyState'
import { LinkTabs } from '../../../../ui/link-tabs/LinkTabs'
import { Notice } from '../../../../ui/notice/Notice'
import { Page, Panel, Sections } from '../../../../ui/page/Page'
import { QueryState } from '../../../../ui/query-state/QueryState'
import { campaignsQuery } from '../queries'
import { SendBack } from '../turn/SendBack'
import { YourTurn } from '../turn/YourTurn'
import { useTurnsChanged } from '../../../../state/whoseTurn'
import { ReviewAndSend } from '../send/ReviewAndSend'
import { ChangeStart } from '../send/Start'
import styles from './CampaignList.module.css'
import { CampaignTable } from './CampaignTable'
import { ConfirmMove } from './ConfirmMove'
import type { RowQuestion } from './RowActions'
import { Skeleton } from '../../../../ui/skeleton/Skeleton'
import { VisuallyHidden } from '../../../../ui/visually-hidden/VisuallyHidden'

/** /campaigns: this device's drafts, and the organisation's campaigns. */
export function CampaignList({ drafts }: { drafts: ReactNode }) {
  const campaigns = useQuery(campaignsQuery)
  const [isReloading, setIsReloading] = useState(false)
  const reload = async () => {
    setIsReloading(true)
    await campaigns.refetch()
    setIsReloading(false)
  }
  const hasDrafts = useAtomValue(draftsAtom).length > 0
  const isEmpty = campaigns.data?.length === 0 && !hasDrafts
  return (
    <Page
      title="Campaigns"
      isWide
      tabs={<LinkTabs label="Campaigns" tabs={useCampaignTabs()} />}
      actions={isEmpty ? null : <NewCampaign />}
    >
      <Sections>
        <YourTurn />
        {drafts}
        <Panel>
          <QueryState
            query={campaigns}
            what="The list of campaigns"
            waiting={<ListSkeleton />}
            title="The campaigns could not be loaded"
          >
            {(loaded) =>
              isEmpty ? (
                <EmptyState
                  icon={<Megaphone />}
                  title="You have not started any campaigns yet"
                  actions={
                    <>
                      <NewCampaign />
                      <ButtonLink to={helpPath('text-campaign')}>How to send a campaign</ButtonLink>
                    </>
                  }
                />
              ) : (
                <Campaigns
                  campaigns={loaded}
                  isReloading={isReloading && !campaigns.isPaused}
                  problem={refreshFailure(campaigns)}
                  reload={() => void reload()}
                />
              )
            }
          </QueryState>
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
  /** After a change, but not while polling. */
  isReloading: boolean
  problem: string | null
  reload: () => void
}

function Campaigns({ campaigns, isReloading, problem, reload }: CampaignsProps) {
  const { isSuperAdmin } = useSession()
  const isOffline = useIsOffline()
  const [dialog, setDialog] = useState<{ question: RowQuestion; campaign: ListedCampaign } | null>(null)
  const turnsChanged = useTurnsChanged()
  const close = () => {
    setDialog(null)
    turnsChanged()
    reload()
  }
  return (
    <>
      {isOffline ? (
        <div className={styles.notice}>
          <Notice kind="warning">
            {offlineReason(isSuperAdmin ? 'Exporting, reviewing and sending need' : 'Exporting needs')} The list may be
            out of date.
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
        onAsk={isSuperAdmin ? (question, campaign) => setDialog({ question, campaign }) : null}
      />
      {dialog?.question === 'send' ? <ReviewAndSend campaign={dialog.campaign} onClose={close} /> : null}
      {dialog?.question === 'send-back' ? <SendBack campaign={dialog.campaign} onClose={close} /> : null}
      {dialog?.question === 'start' ? <ChangeStart campaign={dialog.campaign} onClose={close} /> : null}
      {dialog && isMove(dialog.question) ? (
        <ConfirmMove move={dialog.question} campaign={dialog.campaign} onClose={close} />
      ) : null}
    </>
  )
}

const isMove = (question: RowQuestion) => question === 'cancel' || question === 'pause' || question === 'archive'

const LINES = [1, 2, 3, 4, 5]
const CELLS = [1, 2, 3, 4, 5]

function ListSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <VisuallyHidden isLive>Loading campaigns…</VisuallyHidden>
      {LINES.map((line) => (
        <div key={line} className={styles.line}>
          {CELLS.map((cell) => (
            <Skeleton key={cell} />
          ))}
        </div>
      ))}
    </div>
  )
}
