import { useState } from 'react'
import { estimateArrival } from '#contract/campaigns/arrival'
import { type CampaignDetail } from '#contract/campaigns/campaigns'
import type { HoldOut } from '#contract/campaigns/holdOuts'
import { londonDay, monthsOn } from '#contract/days'
import { warnOfOtherBenefits } from '#contract/campaigns/namedBenefits'
import { formatRoundedCount, capitalised } from '../../../../lib/counts'
import { longDate } from '../../../../lib/moments'
import { Notice } from '../../../../ui/notice/Notice'
import { arrivalWord, costWord, momentWord, sharedNumbersWord, textsOnOneNumber, typeTitle } from '../wording'
import { WebAlone } from '../WebAlone'
import { FirstMessage } from './FirstMessage'
import styles from './ReviewAndSend.module.css'
import { OftenContactedNotice, OverBudget, RemovedSinceReview } from './sendingWarnings'
import { StartFields } from './Start'
import type { SendingChoice } from './useReviewAndSend'

interface SendConfirmationProps {
  /** Null until it is refetched. */
  detail: CampaignDetail | null
  choice: SendingChoice
  whyNot: string | null
  onFailure: (words: string) => void
  /** The message changed, or a letter's address expired. */
  onStale: () => void
}

/** '24 May 2027'. @param startsAt null: at once */
const heldOutUntil = ({ months }: HoldOut, startsAt: string | null): string =>
  longDate(monthsOn(londonDay(startsAt === null ? new Date() : new Date(startsAt)), months))

/** What is sent, its cost, and its start. */
export function SendConfirmation({ detail, choice, whyNot, onFailure, onStale }: SendConfirmationProps) {
  const doubt = detail && warnOfOtherBenefits(detail.other_benefits, detail.benefit_name)
  const { start, setStart, startAt, overBudget, isOverBudgetAccepted, setOverBudgetAccepted } = choice
  return (
    <>
      {detail?.cost ? <Cost cost={detail.cost} startsAt={startAt ?? detail.starts_at} /> : null}
      {/* The focused element went with the review. */}
      <p tabIndex={-1} ref={takeFocus} className={styles.question}>
        Are you sure you want to send the campaign?
      </p>
      {doubt === null ? null : <Notice kind="warning">{doubt}</Notice>}
      {detail ? <FirstMessage detail={detail} onFailure={onFailure} onExpired={onStale} /> : null}
      {detail?.hold_out ? (
        <p>{`${capitalised(formatRoundedCount(detail.recipients.held_out, 'household', detail.is_rounded))} will get nothing: held out for comparison. No campaign for ${typeTitle(detail.benefit_name)} writes to them until ${heldOutUntil(detail.hold_out, startAt ?? detail.starts_at)}.`}</p>
      ) : null}
      {detail && overBudget > 0 ? (
        <OverBudget detail={detail} isAccepted={isOverBudgetAccepted} onAccept={setOverBudgetAccepted} />
      ) : null}
      <StartFields value={start} onChange={setStart} />
      {detail?.starts_at && !start.isLater ? (
        <p>{`It goes out from ${momentWord(detail.starts_at)}: your organisation sends nothing before.`}</p>
      ) : null}
      {detail && detail.often_contacted_count > 0 ? (
        <OftenContactedNotice detail={detail} whyNot={whyNot} onDone={onStale} />
      ) : null}
      {detail?.shared_numbers && detail.shared_numbers.numbers > 0 ? (
        <Notice kind="warning" title={sharedNumbersWord(detail.shared_numbers)}>
          <p>{textsOnOneNumber(detail.shared_numbers)}</p>
        </Notice>
      ) : null}
      {detail === null ? null : <WebAlone households={detail.web_alone_count} />}
      {detail === null || detail.is_rounded || detail.removed_since_review === 0 ? null : (
        <RemovedSinceReview detail={detail} />
      )}
    </>
  )
}

const takeFocus = (element: HTMLElement | null) => element?.focus()

type DetailCost = NonNullable<CampaignDetail['cost']>

function Cost({ cost, startsAt }: { cost: DetailCost; startsAt: string | null }) {
  const [now] = useState(() => new Date())
  const arrival = estimateArrival(cost.postage ?? 'sms', startsAt === null ? now : new Date(startsAt), cost.messages)
  return (
    <>
      <p className={styles.lead}>{costWord(cost)}</p>
      <p>{`At GOV.UK Notify’s rates from ${longDate(cost.rates_from)}. ${cost.postage === null ? 'Texts' : 'Letters'} should arrive ${arrivalWord(arrival)}. Once sent, it cannot be undone.`}</p>
    </>
  )
}
