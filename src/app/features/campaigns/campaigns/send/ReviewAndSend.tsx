/** docs/product.md#review-and-send. An error replaces the whole dialog: only what the server said is certain. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleAlert, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { type CampaignDetail, type ListedCampaign } from '#contract/campaigns/campaigns'
import { getCampaignReviewList } from '#contract/campaigns/recipients'
import { reviewCampaign, runReviewedCampaign } from '#contract/campaigns/campaignMoves'
import { arrivalOf } from '#contract/campaigns/arrival'
import { MANY_MESSAGES, RECENT_DAYS } from '#contract/households/contactPressure'
import { leaveOutOftenContacted } from '#contract/campaigns/leaveOut'
import { LANGUAGE_WORDS } from '#contract/campaigns/languages'
import { inPounds } from '#contract/campaigns/notifyRates'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { getCampaignPrintPack } from '#contract/campaigns/campaignExports'
import { call, callFile } from '../../../../api/call'
import { failureOf, messageOf } from '../../../../api/errors'
import { countOf } from '../../../../lib/counts'
import { longDate } from '../../../../lib/moments'
import { useIsOffline, useReasonOffline } from '../../../../state/connectivity'
import { Button } from '../../../../ui/button/Button'
import { Checkbox } from '../../../../ui/checkbox/Checkbox'
import { Dialog } from '../../../../ui/dialog/Dialog'
import { Notice } from '../../../../ui/notice/Notice'
import { useSentExample } from '../useSentExample'
import { LetterPreview } from '../preview/letter/LetterPreview'
import { campaignQuery } from '../queries'
import { arrivalWord, costWord, messagesWord, momentWord } from '../wording'
import { WebAlone } from '../WebAlone'
import styles from './ReviewAndSend.module.css'
import { atOnce, momentOfStart, StartFields } from './Start'
import { withRetries } from '../../../../api/retry'
import { openInTab } from '../../../../lib/openInTab'
import { saveFile } from '../../../../lib/saveFile'

interface ReviewAndSendProps {
  campaign: ListedCampaign
  onClose: () => void
}

/** The modal to review a campaign's list and then send or cancel it. */
export function ReviewAndSend({ campaign, onClose }: ReviewAndSendProps) {
  const [view, setView] = useState<'review' | 'send'>(campaign.reviewed ? 'send' : 'review')
  const [downloadFailure, setDownloadFailure] = useState<string | null>(null)
  const whyNot = useReasonOffline('Reviewing and sending need')
  // Refetched: an earlier count may not be what is sent.
  const now = useQuery({ ...campaignQuery(campaign.id), enabled: view === 'send', staleTime: 0 })
  const detail = now.isFetchedAfterMount && now.data ? now.data : null
  const askAgain = () => void now.refetch()
  const query = { campaign_id: campaign.id }
  const confirm = useMutation({ mutationFn: () => call(reviewCampaign, { query }), onSuccess: () => setView('send') })
  const [start, setStart] = useState(atOnce)
  const startAt = momentOfStart(start)
  const [goesOver, setGoesOver] = useState(false)
  const overBy = detail ? overBudgetBy(detail) : 0
  const send = useMutation({
    mutationFn: () =>
      call(runReviewedCampaign, {
        query: {
          ...query,
          ...(startAt ? { start_at: startAt } : {}),
          ...(overBy > 0 && goesOver ? { over_budget: 'yes' } : {}),
        },
      }),
    onSuccess: onClose,
  })
  const isPending = confirm.isPending || send.isPending
  const failure = failureOf(confirm.error ?? send.error ?? now.error) ?? downloadFailure
  const counted = detail && detail.number_of_recipients - detail.removed_since_review
  const recipients = counted ?? campaign.number_of_recipients
  const close = (
    <Button isDisabled={isPending} onPress={onClose}>
      {failure === null ? 'Cancel' : 'Close'}
    </Button>
  )
  return (
    <Dialog
      title="Review & Send Campaign"
      onClose={() => (isPending ? undefined : onClose())}
      footer={
        failure !== null ? (
          close
        ) : view === 'review' ? (
          <>
            {close}
            <Button
              variant="primary"
              isPending={confirm.isPending}
              isDisabled={whyNot !== null}
              onPress={() => confirm.mutate()}
            >
              Confirm
            </Button>
          </>
        ) : (
          <>
            {close}
            <Button
              variant="primary"
              isPending={send.isPending}
              isDisabled={
                whyNot !== null ||
                counted === null ||
                counted === 0 ||
                startAt === undefined ||
                (overBy > 0 && !goesOver)
              }
              onPress={() => send.mutate()}
            >
              {`Send ${messagesWord(recipients, campaign.channel)}${startAt ? ` from ${momentWord(startAt)}` : ''}`}
            </Button>
          </>
        )
      }
    >
      {failure !== null ? (
        <div className={styles.failure} role="alert">
          <CircleAlert aria-hidden />
          <p>{failure}</p>
        </div>
      ) : (
        <div className={styles.view}>
          <p className={styles.name} dir="auto">
            {unescapeAngleBrackets(campaign.name)}
          </p>
          {whyNot === null ? null : <Notice kind="warning">{whyNot}</Notice>}
          {view === 'review' ? (
            <>
              <p>
                {`There ${campaign.number_of_recipients === 1 ? 'is' : 'are'} ${countOf(campaign.number_of_recipients, 'household')} eligible for this campaign. Click below to review the entire list.`}
              </p>
              <ListDownloads campaign={campaign} onFailure={setDownloadFailure} />
            </>
          ) : (
            <>
              {detail?.cost ? <Cost cost={detail.cost} startsAt={startAt ?? detail.starts_at} /> : null}
              {/* The focused element went with the review view. */}
              <p tabIndex={-1} ref={takeFocus} className={styles.question}>
                Are you sure you want to send the campaign?
              </p>
              {detail ? <FirstMessage detail={detail} onFailure={setDownloadFailure} onExpired={askAgain} /> : null}
              {detail?.hold_out ? (
                <p>{`${countOf(detail.recipients.held_out, 'household')} will get nothing: held out for comparison.`}</p>
              ) : null}
              {detail && overBy > 0 ? (
                <OverBudget detail={detail} isAccepted={goesOver} onAccept={setGoesOver} />
              ) : null}
              <StartFields value={start} onChange={setStart} />
              {detail?.starts_at && !start.isLater ? (
                <p>{`It goes out from ${momentWord(detail.starts_at)}: your organisation sends nothing before.`}</p>
              ) : null}
              {detail && detail.often_contacted_count > 0 ? (
                <OftenContacted detail={detail} whyNot={whyNot} onDone={askAgain} />
              ) : null}
              {detail === null ? null : <WebAlone households={detail.web_alone_count} />}
              {detail === null || detail.removed_since_review === 0 ? null : <Removed detail={detail} />}
            </>
          )}
        </div>
      )}
    </Dialog>
  )
}

interface FirstMessageProps {
  detail: CampaignDetail
  onFailure: (words: string) => void
  onExpired: () => void
}

function FirstMessage({ detail, onFailure, onExpired }: FirstMessageProps) {
  if (detail.channel === 'sms') return <ExampleTexts detail={detail} />
  return (
    <>
      {detail.letters.map((address, index) => (
        <figure key={index} className={styles.message}>
          <figcaption>{whoGets(detail, index)}</figcaption>
          <LetterPreview address={address} round={0} onExpired={onExpired} />
        </figure>
      ))}
      <PrintPack campaignId={detail.id} onFailure={onFailure} />
    </>
  )
}

const whoGets = ({ translation }: CampaignDetail, index: number) =>
  index === 0 || translation === null
    ? 'What an invented household gets'
    : `And one that prefers ${LANGUAGE_WORDS[translation.language]}`

function ExampleTexts({ detail }: { detail: CampaignDetail }) {
  const sentOf = useSentExample()
  return detail.texts.map((text, index) => (
    <figure key={text} className={styles.message}>
      <figcaption>{whoGets(detail, index)}</figcaption>
      <blockquote lang={index === 0 ? undefined : detail.translation?.language}>
        {sentOf(text, detail.benefit_name).text}
      </blockquote>
    </figure>
  ))
}

type DetailCost = NonNullable<CampaignDetail['cost']>

function Cost({ cost, startsAt }: { cost: DetailCost; startsAt: string | null }) {
  const [now] = useState(() => new Date())
  const arrival = arrivalOf(cost.postage ?? 'sms', startsAt === null ? now : new Date(startsAt), cost.messages)
  return (
    <>
      <p className={styles.lead}>{costWord(cost)}</p>
      <p>{`At GOV.UK Notify’s rates from ${longDate(cost.rates_from)}. ${cost.postage === null ? 'Texts' : 'Letters'} should arrive ${arrivalWord(arrival)}. Once sent, it cannot be undone.`}</p>
    </>
  )
}

/** Pence over the organisation's budget; 0: within it. */
const overBudgetBy = ({ cost, budget }: CampaignDetail): number =>
  cost && budget ? Math.max(0, cost.pence - budget.left_pence) : 0

interface OverBudgetProps {
  detail: CampaignDetail
  isAccepted: boolean
  onAccept: (isAccepted: boolean) => void
}

function OverBudget({ detail, isAccepted, onAccept }: OverBudgetProps) {
  if (!detail.budget) return null
  return (
    <Notice kind="warning" title={`This goes over your organisation’s budget by ${inPounds(overBudgetBy(detail))}`}>
      <p>{`${inPounds(Math.max(0, detail.budget.left_pence))} of ${inPounds(detail.budget.pence)} is left this financial year.`}</p>
      {detail.budget.may_go_over ? (
        <Checkbox isSelected={isAccepted} onChange={onAccept}>
          Send it all the same
        </Checkbox>
      ) : (
        <p>It cannot be sent. An administrator can raise the budget in Settings, under What messages cost.</p>
      )}
    </Notice>
  )
}

interface OftenContactedProps {
  detail: CampaignDetail
  whyNot: string | null
  onDone: () => void
}

function OftenContacted({ detail, whyNot, onDone }: OftenContactedProps) {
  const leaveOut = useMutation({
    mutationFn: () => call(leaveOutOftenContacted, { query: { campaign_id: detail.id } }),
    onSuccess: onDone,
  })
  return (
    <Notice
      kind="warning"
      title={`${countOf(detail.often_contacted_count, 'household')} had ${MANY_MESSAGES} or more messages in the last ${RECENT_DAYS} days`}
      action={
        <Button isPending={leaveOut.isPending} isDisabled={whyNot !== null} onPress={() => leaveOut.mutate()}>
          Leave them out
        </Button>
      }
    >
      <p>Messages of all campaigns count, for every benefit. Who is left out cannot be added again.</p>
      {leaveOut.error === null ? null : <p role="alert">{messageOf(leaveOut.error)}</p>}
    </Notice>
  )
}

const takeFocus = (element: HTMLElement | null) => element?.focus()

function Removed({ detail }: { detail: CampaignDetail }) {
  const { removed_since_review: count, number_of_recipients, removals } = detail
  const rest = number_of_recipients - count
  return (
    <Notice>
      <p>{`${countOf(count, 'household')} ${count === 1 ? 'was' : 'were'} removed since the review:`}</p>
      <ul className={styles.removals}>
        {removals.map(({ reason, households }) => (
          <li key={reason}>
            <strong>{countOf(households, 'household')}.</strong> {reason}
          </li>
        ))}
      </ul>
      <p>{rest === 0 ? 'Nobody is left to send to.' : `${countOf(rest, 'household')} will get the message.`}</p>
    </Notice>
  )
}

interface ListDownloadsProps {
  campaign: ListedCampaign
  onFailure: (words: string) => void
}

/** The list and the letters to review. Downloads are audited. */
function ListDownloads({ campaign, onFailure }: ListDownloadsProps) {
  const isOffline = useIsOffline()
  const query = { campaign_id: campaign.id }
  const list = useMutation({
    mutationFn: () => withRetries(() => callFile(getCampaignReviewList, { query })),
    onSuccess: (file) => saveFile(file, `campaign-${campaign.id}-review.csv`),
    onError: (error) => onFailure(messageOf(error)),
  })
  return (
    <div className={styles.downloads}>
      {campaign.channel === 'print_and_post' ? <PrintPack campaignId={campaign.id} onFailure={onFailure} /> : null}
      <Button
        icon={<Download aria-hidden />}
        isPending={list.isPending}
        isDisabled={isOffline}
        onPress={() => list.mutate()}
      >
        Download the list (CSV)
      </Button>
    </div>
  )
}

interface PrintPackProps {
  campaignId: number
  onFailure: (words: string) => void
}

function PrintPack({ campaignId, onFailure }: PrintPackProps) {
  const isOffline = useIsOffline()
  const pack = useMutation({
    mutationFn: async () =>
      (await withRetries(() => call(getCampaignPrintPack, { query: { campaign_id: campaignId } }))).url,
    onError: (error) => onFailure(messageOf(error)),
  })
  // The tab must open during the press; the caller shows a failure.
  const openPack = () => void openInTab(() => pack.mutateAsync()).catch(() => {})
  return (
    <div>
      <Button icon={<Printer aria-hidden />} isPending={pack.isPending} isDisabled={isOffline} onPress={openPack}>
        Download the print pack (PDF)
      </Button>
    </div>
  )
}
