import { Send } from 'lucide-react'
import { useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { estimateArrival } from '#contract/campaigns/arrival'
import { addCampaign } from '#contract/campaigns/campaigns'
import { countHeldOut, type HoldOutPercentage } from '#contract/campaigns/holdOuts'
import type { LawfulBasis } from '#contract/campaigns/lawfulBases'
import { describeUnset, type Placeholder } from '#contract/campaigns/placeholders'
import { londonDay } from '#contract/days'
import { capitalised, formatRoundedCount } from '../../../../lib/counts'
import { nameDraft, removeDraft } from '../../../../state/drafts'
import { useReasonOffline } from '../../../../state/connectivity'
import { ActionBar } from '../../../../ui/action-bar/ActionBar'
import { Button } from '../../../../ui/button/Button'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog'
import styles from './PreviewScreen.module.css'
import { call } from '../../../../api/call'
import { explainFailure, Refused } from '../../../../api/errors'
import { notify } from '../../../../ui/notify/notify'
import { readChannel } from '../drafts/draft'
import { makeCampaignRequest } from '../drafts/campaignRequest'
import type { Choices } from '../drafts/useChoices'
import { aboutTenths, estimateTenths } from '../eligible/estimateCost'
import type { CountReply, EligibleCountState } from '../eligible/useEligibleCount'
import { weekdayWord } from '../wording'
import type { Draft } from '#offline/drafts'
import { spendingQuery } from '../../../../state/settings'

interface SendForReviewProps {
  draft: Draft
  isChosen: boolean
  count: EligibleCountState
  choices: Choices
  /** What the message needs and nobody has set. */
  unset: readonly Placeholder[]
  /** Of the longest text that is sent. */
  segments?: number
}

/** What is still missing, or Send for Review. */
export function SendForReview({ draft, isChosen, count, choices, unset, segments = 1 }: SendForReviewProps) {
  const offline = useReasonOffline('Sending for review needs')
  const [isConfirming, setIsConfirming] = useState(false)
  if (!isChosen) {
    return (
      <ActionBar>
        <p className={styles.note}>Please choose a template</p>
      </ActionBar>
    )
  }
  const isKnown = count.state === 'counted' && choices.holdOut !== null
  const whyNot =
    offline ??
    (unset.length > 0
      ? `This cannot be sent yet. ${describeUnset(unset)}`
      : count.state === 'failed'
        ? `The households could not be counted. ${count.message}`
        : isKnown
          ? null
          : 'Counting eligible households…')
  return (
    <ActionBar>
      {whyNot === null ? null : <p className={styles.note}>{whyNot}</p>}
      {count.state === 'failed' && unset.length === 0 ? <Button onPress={count.retry}>Try again</Button> : null}
      <Button
        variant="primary"
        size="large"
        icon={<Send aria-hidden />}
        isDisabled={whyNot !== null}
        onPress={() => setIsConfirming(true)}
      >
        Send for Review
      </Button>
      {isConfirming && isKnown ? (
        <Confirm
          draft={draft}
          reply={count.reply}
          holdOut={choices.holdOut}
          segments={segments}
          basis={choices.basis}
          whyNot={offline}
          onClose={() => setIsConfirming(false)}
        />
      ) : null}
    </ActionBar>
  )
}

interface ConfirmProps {
  draft: Draft
  reply: CountReply
  holdOut: HoldOutPercentage
  segments: number
  basis: LawfulBasis | null
  whyNot: string | null
  onClose: () => void
}

function Confirm({ draft, reply, holdOut, segments, basis, whyNot, onClose }: ConfirmProps) {
  const figures = useFigures(draft, reply, holdOut, segments)
  const { isPending, failure, send } = useSendForReview(draft, holdOut, basis)
  return (
    <ConfirmDialog
      title="Please Confirm"
      no="Cancel"
      yes="Send for Review"
      onNo={onClose}
      onYes={send}
      isPending={isPending}
      failure={failure}
      whyNot={whyNot}
    >
      <p>
        <strong className={styles.figures}>{figures}</strong> This campaign will be sent to the provider and drafts
        generated for review. We will be in touch to confirm details of the campaign before it is sent to residents.
        Would you like to proceed?
      </p>
    </ConfirmDialog>
  )
}

function useFigures(draft: Draft, reply: CountReply, holdOut: HoldOutPercentage, segments: number): string {
  const { data: spending } = useQuery(spendingQuery)
  const [now] = useState(() => new Date())
  const { eligible_household_count: eligible, is_rounded: isRounded } = reply
  const contacted = eligible - countHeldOut(eligible, holdOut)
  const isText = readChannel(draft)?.name === 'sms'
  // Households of one address are held out together, so shares are not exact.
  const messages = formatRoundedCount(contacted, isText ? 'text message' : 'letter', isRounded || holdOut > 0)
  const what = isText ? 'sms' : (draft.postage ?? spending?.postage)
  if (!spending || !what) return `${capitalised(messages)}.`
  const cost = aboutTenths(estimateTenths(what, contacted, spending, londonDay(now), segments))
  const day = weekdayWord(estimateArrival(what, now, contacted).from)
  return `${capitalised(messages)}, ${cost}, ${day} at the earliest.`
}

/** The server's code for a reused key with another body: sent before a change. */
const SENT_BEFORE = 'idempotency_key_reused'
const SENT_BEFORE_WORDS =
  'This campaign was sent for review before you changed it: the answer was lost on the way. Look for it in Campaigns. ' +
  'This draft can be deleted.'

/** The draft's id is the Idempotency-Key, so that a double click, a retry and another tab make one campaign. */
function useSendForReview(
  draft: Draft,
  holdOut: HoldOutPercentage,
  basis: LawfulBasis | null,
): { isPending: boolean; failure: string | null; send: () => void } {
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  const mutationKey = [addCampaign.name, draft.id]

  const send = async () => {
    await call(addCampaign, { body: makeCampaignRequest(draft, holdOut, basis), idempotencyKey: draft.id }).catch(
      (error: unknown) => {
        throw error instanceof Refused && error.code === SENT_BEFORE ? new Error(SENT_BEFORE_WORDS) : error
      },
    )
    await navigate('/campaigns')
    // Harmless: a draft left behind resends to the same campaign.
    await removeDraft(draft.id).catch(() => {})
    await notify.success(`“${nameDraft(draft)}” was sent for review.`, 'campaigns')
  }
  const { mutate, isPending, error } = useMutation({ mutationKey, mutationFn: send })
  // A second press may precede the disabled button.
  const sendOnce = () => (queryClient.isMutating({ mutationKey }) > 0 ? undefined : mutate())
  return { isPending, failure: explainFailure(error), send: sendOnce }
}
