import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { CampaignDetail } from '#contract/campaigns/campaigns'
import { CHANNEL_WORDS } from '#contract/campaigns/campaignWords'
import { LANGUAGE_WORDS } from '#contract/households/languages'
import { REPLY_WORDS } from '#contract/campaigns/replyWords'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { refreshFailure } from '../../../../api/errors'
import { formatRounded, figure } from '../../../../lib/counts'
import { formatDay, longDate } from '../../../../lib/moments'
import { offlineReason, useIsOffline } from '../../../../state/connectivity'
import { useSession } from '../../../../state/session'
import { Button } from '../../../../ui/button/Button'
import { ButtonLink } from '../../../../ui/button/ButtonLink'
import { Notice } from '../../../../ui/notice/Notice'
import { FactGrid } from '../../../../ui/page/Facts'
import { Page, Section, Sections } from '../../../../ui/page/Page'
import { ConfirmMove } from '../list/ConfirmMove'
import { canBePaused, canChangeStart, hasReport, reportPath } from '../list/rules'
import { campaignQuery } from '../queries'
import { ChangeStart } from '../send/Start'
import { StatusBadge } from '../StatusBadge'
import { costWord, typeTitle } from '../wording'
import { DeliveryStates } from './DeliveryStates'
import styles from './CampaignSummary.module.css'
import { ForAudit } from './ForAudit'
import { HoldOutNotice } from './HoldOutNotice'
import { Remind } from './Remind'
import { RoundedNotice } from '../RoundedNotice'
import { SendingNotice } from './SendingNotice'
import { describeWork } from './states'
import { BeforeItBegins } from '../turn/BeforeItBegins'
import { useTurnsChanged } from '../../../../state/whoseTurn'

/** A campaign's delivery: details, progress, and message states. */
export function CampaignSummary({ campaign: initial }: { campaign: CampaignDetail }) {
  const { id } = initial
  const query = useQuery({ ...campaignQuery(id), initialData: initial })
  const { isSuperAdmin } = useSession()
  const isOffline = useIsOffline()
  const campaign = query.data
  const problem = refreshFailure(query)
  const turnsChanged = useTurnsChanged()
  const moved = () => {
    turnsChanged()
    void query.refetch()
  }
  return (
    <Page
      title="Campaign summary"
      actions={
        <div className={styles.actions}>
          {hasReport(campaign) ? (
            <ButtonLink to={reportPath(id)} variant="primary">
              Campaign Report
            </ButtonLink>
          ) : null}
          <ButtonLink to="/campaigns">Back to campaigns</ButtonLink>
        </div>
      }
    >
      <Sections>
        {isOffline ? (
          <Notice kind="warning">{offlineReason('New figures need')} These may be out of date.</Notice>
        ) : null}
        {problem === null ? null : (
          <Notice kind="warning" title="These figures may be out of date">
            {problem}
          </Notice>
        )}
        <SendingNotice campaign={campaign} mayAct={isSuperAdmin} onDone={moved} />
        <HoldOutNotice campaign={campaign} onDone={() => void query.refetch()} />
        <BeforeItBegins campaign={campaign} mayAct={isSuperAdmin} onDone={moved} />
        <Remind campaign={campaign} />
        <Work campaign={campaign} mayAct={isSuperAdmin} onDone={moved} />
        <Details campaign={campaign} />
        {campaign.is_rounded ? <RoundedNotice /> : <DeliveryStates campaign={campaign} />}
        <ForAudit campaign={campaign} onDone={() => void query.refetch()} />
      </Sections>
    </Page>
  )
}

interface WorkProps {
  campaign: CampaignDetail
  mayAct: boolean
  onDone: () => void
}

function Work({ campaign, mayAct, onDone }: WorkProps) {
  const [dialog, setDialog] = useState<'start' | 'pause' | null>(null)
  const isOffline = useIsOffline()
  const work = describeWork(campaign)
  const close = () => {
    setDialog(null)
    onDone()
  }
  if (work === null) return null
  return (
    <Section title="Progress">
      <p role="status" className={styles.figures}>
        {work.words}
      </p>
      <progress className={styles.progress} value={work.done} max={Math.max(1, work.total)} aria-label="Progress" />
      {mayAct && canBePaused(campaign) ? (
        <div className={styles.actions}>
          {canChangeStart(campaign) ? (
            <Button isDisabled={isOffline} onPress={() => setDialog('start')}>
              Change when it goes out
            </Button>
          ) : null}
          <Button isDisabled={isOffline} onPress={() => setDialog('pause')}>
            Pause
          </Button>
        </div>
      ) : null}
      {dialog === 'start' ? <ChangeStart campaign={campaign} onClose={close} /> : null}
      {dialog === 'pause' ? <ConfirmMove move="pause" campaign={campaign} onClose={close} /> : null}
    </Section>
  )
}

/** By arm: held-out households have no letter. */
function looksWord(looks: number | '*', isMeasured: boolean): string {
  const counted = looks === '*' ? '1 to 7 times' : looks === 0 ? 'Not yet' : `About ${figure(looks)} times`
  return isMeasured ? `Contacted: ${counted.toLowerCase()}. Held out: they have no letter` : counted
}

function Linked({ campaigns }: { campaigns: CampaignDetail['linked'] }) {
  return campaigns.map(({ id, name, channel }, index) => (
    <span key={id}>
      {index > 0 ? ', ' : ''}
      <Link to={`/campaigns/${id}`} dir="auto">
        {unescapeAngleBrackets(name)}
      </Link>
      {` (${CHANNEL_WORDS[channel]})`}
    </span>
  ))
}

const translatedWord = ({ translated_for: readers, households }: NonNullable<CampaignDetail['translation']>) =>
  readers === 'everybody'
    ? 'Everybody, with the other language in one text'
    : households === null
      ? 'Households that prefer it'
      : `Households that prefer it (${figure(households)})`

function costFact({ cost, is_rounded: isRounded }: CampaignDetail): string {
  if (isRounded) return 'Not shown to your role'
  return cost === null ? 'Known once it is prepared' : costWord(cost)
}

function Details({ campaign }: { campaign: CampaignDetail }) {
  const facts = [
    ['Campaign Name', <bdi key="name">{unescapeAngleBrackets(campaign.name)}</bdi>],
    ['Status', <StatusBadge key="status" status={campaign.status} />],
    ['Campaign Type', typeTitle(campaign.benefit_name)],
    ['Communication Channel', CHANNEL_WORDS[campaign.channel]],
    ['LIFT Snapshot', longDate(campaign.snapshot)],
    ['Number of Recipients', formatRounded(campaign.number_of_recipients, campaign.is_rounded)],
    ...(campaign.one_text_per_number ? [['One text for each number', 'Yes'] as const] : []),
    ...(campaign.translation === null
      ? []
      : [[LANGUAGE_WORDS[campaign.translation.language], translatedWord(campaign.translation)] as const]),
    ...(campaign.linked.length === 0
      ? []
      : [['Goes with', <Linked key="linked" campaigns={campaign.linked} />] as const]),
    ['Created By', <bdi key="by">{campaign.created_by}</bdi>],
    ['Reviewed', campaign.reviewed ? 'Yes' : 'Not yet'],
    ['Removed since the review', formatRounded(campaign.removed_since_review, campaign.is_rounded)],
    ['Cost', costFact(campaign)],
    ['Date Sent', campaign.date_sent === null ? 'Not sent' : formatDay(campaign.date_sent)],
    ...campaign.replies.map(({ reply, households }) => [`Reply: ${REPLY_WORDS[reply]}`, figure(households)] as const),
    ...(campaign.letter_looks === null
      ? []
      : [['Letters looked up as genuine', looksWord(campaign.letter_looks, campaign.hold_out !== null)] as const]),
  ] as const
  return (
    <Section title="Campaign Details">
      <FactGrid facts={facts} />
    </Section>
  )
}
