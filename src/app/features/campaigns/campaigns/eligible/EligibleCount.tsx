import { Mail, Users } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { rangeInWords } from '#contract/households/estimates'
import { formatRoundedCount, capitalised, formatCount, figure } from '../../../../lib/counts'
import { saveDraft } from '../../../../state/drafts'
import { offlineReason } from '../../../../state/connectivity'
import { Button } from '../../../../ui/button/Button'
import { classes } from '../../../../ui/classes'
import { InfoTip } from '../../../../ui/info-tip/InfoTip'
import { Notice } from '../../../../ui/notice/Notice'
import { Skeleton } from '../../../../ui/skeleton/Skeleton'
import {
  readBenefit,
  readChannel,
  makeFormPath,
  hasFilters,
  isExcludedByLetter,
  isWithoutMobile,
} from '../drafts/draft'
import { lettersBeside } from '../drafts/linkedDrafts'
import { MISSING_FIELDS } from '../drafts/campaignRequest'
import { ChannelMix } from './ChannelMix'
import styles from './EligibleCount.module.css'
import { ExcludedByLetter } from './ExcludedByLetter'
import { OftenContacted } from './OftenContacted'
import { OneTextPerNumber } from './OneTextPerNumber'
import { lastReply, type CountReply, type EligibleCountState as Count } from './useEligibleCount'
import { amountStep, waterfallSteps, welshStep, type WaterfallStep } from './waterfall'
import type { Draft } from '#offline/drafts'

const eligibleWords = (
  { eligible_household_count: households, is_rounded: isRounded }: CountReply,
  channel: string,
): string =>
  capitalised(`${formatRoundedCount(households, 'household', isRounded)} eligible to receive ${channel} campaign`)

interface EligibleCountProps {
  draft: Draft
  count: Count
  missing: readonly string[]
  /** An untouched form reports no missing fields. */
  isBegun: boolean
  onChange: (change: Partial<Pick<Draft, 'selectedFilters' | 'isExcludedByLetter' | 'isOneTextPerNumber'>>) => void
}

/** How many households the campaign reaches, and why not more. */
export function EligibleCount({ draft, count, missing, isBegun, onChange }: EligibleCountProps) {
  const reply = lastReply(count)
  return (
    <section className={styles.count} aria-label="Eligible households" aria-busy={count.state === 'counting'}>
      <div className={styles.headline}>
        <Users className={styles.icon} aria-hidden />
        <p role="status" className={classes(styles.words, count.state === 'counted' && styles.figure)}>
          {describeCount(draft, count, isBegun ? missing : null)}
        </p>
      </div>
      {count.state === 'failed' ? (
        <Notice
          kind="error"
          title="The households could not be counted."
          action={<Button onPress={count.retry}>Try again</Button>}
        >
          <p>{count.message}</p>
        </Notice>
      ) : null}
      {reply?.is_rounded ? (
        <p className={classes(styles.from, count.state === 'counting' && styles.stale)}>{WHY_ROUNDED}</p>
      ) : reply?.waterfall ? (
        <Waterfall draft={draft} reply={reply} waterfall={reply.waterfall} isStale={count.state === 'counting'} />
      ) : count.state === 'counting' ? (
        <Counting />
      ) : null}
      <ExcludedByLetter draft={draft} households={reply?.digitally_excluded_count ?? null} onChange={onChange} />
      <OneTextPerNumber draft={draft} shared={reply?.shared_numbers ?? null} onChange={onChange} />
      {reply ? <OftenContacted draft={draft} households={reply.often_contacted_count} onChange={onChange} /> : null}
      {reply?.by_channel && count.state === 'counted' ? (
        <ChannelMix reach={reply.by_channel} sameNumber={reply.same_number_count} />
      ) : null}
      {reply?.unclaimed && reply.unclaimed.highest > 0 ? (
        <div className={classes(styles.unclaimed, count.state === 'counting' && styles.stale)}>
          {reply.unclaimed.basis.warning === null ? null : (
            <Notice kind="warning">{reply.unclaimed.basis.warning}</Notice>
          )}
          <p>
            <span>{`They may be missing ${rangeInWords(reply.unclaimed)} a year, at the rates of ${reply.unclaimed.basis.year}.`}</span>
            <InfoTip subject="this estimate">{reply.unclaimed.basis.method}</InfoTip>
          </p>
        </div>
      ) : null}
      {count.state === 'counted' && count.reply.eligible_household_count === 0 ? (
        <p className={styles.none}>Nobody would be reached. Select other filters, another type or another channel.</p>
      ) : null}
    </section>
  )
}

const WHY_ROUNDED =
  'To the nearest 10: your organisation does not show your role all that decides who this campaign is for.'

function describeCount(draft: Draft, count: Count, missing: readonly string[] | null): string {
  switch (count.state) {
    case 'counted':
      return eligibleWords(count.reply, draft.communicationChannel)
    case 'counting':
      return 'Counting eligible households…'
    case 'offline':
      return offlineReason('Counting eligible households needs')
    case 'failed':
      return ''
    case 'incomplete':
      return incompleteWords(missing)
  }
}

function incompleteWords(missing: readonly string[] | null): string {
  if (missing === null) return 'Fill in the campaign’s details to see how many households it can reach.'
  return missing.length === 0 ? '' : `${MISSING_FIELDS}: ${missing.join(', ')}`
}

interface WaterfallProps {
  draft: Draft
  reply: CountReply
  waterfall: NonNullable<CountReply['waterfall']>
  isStale: boolean
}

function Waterfall({ draft, reply, waterfall, isStale }: WaterfallProps) {
  const [benefit, channel] = [readBenefit(draft), readChannel(draft)]
  if (!benefit || !channel) return null
  const steps = waterfallSteps(
    { ...reply, waterfall },
    {
      benefit,
      channel: channel.name,
      stagger: draft.stagger,
      withoutMobile: isWithoutMobile(draft),
      excludedByLetter: isExcludedByLetter(draft),
    },
  )
  const most = Math.max(1, steps[0]?.households ?? 1)
  const ofThese = [amountStep(reply), welshStep(draft, reply)].filter((step) => step !== null)
  const leftToLetters = channel.name === 'sms' ? waterfall.fits_benefit - waterfall.reachable : 0
  return (
    <>
      <p className={styles.from}>
        {`Of ${formatCount(waterfall.matching_filters, 'household')}${hasFilters(draft) ? ' that match the selected filters' : ''}:`}
      </p>
      <ol className={classes(styles.steps, isStale && styles.stale)} aria-label="How the number comes about">
        {[...steps, ...ofThese].map((step) => (
          <Step key={step.name} step={step} share={step.households / most} />
        ))}
      </ol>
      {leftToLetters > 0 && !isStale ? <LettersToTheOthers draft={draft} households={leftToLetters} /> : null}
    </>
  )
}

function Step({ step, share }: { step: WaterfallStep; share: number }) {
  return (
    <li className={styles.step}>
      <span className={styles.name}>{step.name}</span>
      <span className={styles.households}>{figure(step.households)}</span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.bar} style={{ width: `${share * 100}%` }} />
      </span>
      {step.leftOut > 0 ? <span className={styles.leftOut}>{`${figure(step.leftOut)} left out`}</span> : null}
    </li>
  )
}

function LettersToTheOthers({ draft, households }: { draft: Draft; households: number }) {
  const navigate = useNavigate()
  const make = async () => {
    const letters = lettersBeside(draft, crypto.randomUUID(), new Date())
    // A device notice says what could not be stored.
    await saveDraft(letters).then(
      () => navigate(makeFormPath(letters)),
      () => {},
    )
  }
  return (
    <div>
      <Button icon={<Mail aria-hidden />} onPress={() => void make()}>
        {`Make a letter campaign for the ${figure(households)} ${isExcludedByLetter(draft) ? 'left to letters' : 'without a mobile'}`}
      </Button>
    </div>
  )
}

function Counting() {
  return (
    <div className={styles.steps} aria-hidden="true">
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height="var(--leading-lg)" />
      ))}
    </div>
  )
}
