import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { POSTAGE_WORDS } from '#contract/campaigns/postage'
import { formatCount } from '../../../../lib/counts'
import { londonDay } from '#contract/days'
import { aboutTenths, estimateTenths } from './estimateCost'
import styles from './EligibleCount.module.css'
import type { CountReply } from './useEligibleCount'
import { spendingQuery } from '../../../../state/settings'

interface ChannelMixProps {
  reach: NonNullable<CountReply['by_channel']>
  sameNumber: number
}

/** The cheapest that reaches everybody first. */
export function ChannelMix({ reach, sameNumber }: ChannelMixProps) {
  const { data: spending } = useQuery(spendingQuery)
  const [today] = useState(() => londonDay(new Date()))
  if (!spending) return null
  const textCost = estimateTenths('sms', reach.sms, spending, today)
  const letterCost = (letters: number) => estimateTenths(spending.postage, letters, spending, today)
  const others = reach.print_and_post - reach.both
  const byText = reach.sms + sameNumber
  const all = byText + others
  const ways = [
    {
      words: `Texts to ${formatCount(reach.sms, 'household')}, letters to the ${formatCount(others, 'other')}`,
      tenths: textCost + letterCost(others),
      reached: all,
      isOffered: reach.sms > 0 && others > 0,
    },
    {
      words: `Letters alone, to ${formatCount(reach.print_and_post, 'household')}`,
      tenths: letterCost(reach.print_and_post),
      reached: reach.print_and_post,
      isOffered: reach.print_and_post > 0,
    },
    {
      words: `Texts alone, to ${formatCount(reach.sms, 'household')}`,
      tenths: textCost,
      reached: byText,
      isOffered: reach.sms > 0,
    },
  ]
    .filter(({ isOffered }) => isOffered)
    .toSorted((a, b) => b.reached - a.reached || a.tenths - b.tenths)
  if (ways.length < 2) return null
  return (
    <section aria-label="What each channel costs" className={styles.mix}>
      <ul className={styles.ways}>
        {ways.map(({ words, tenths, reached }, index) => (
          <li key={words} className={styles.way}>
            <span>
              {words}
              {index === 0 ? (
                <strong>{` (cheapest way to reach ${reached === all ? 'all' : 'most'} of them)`}</strong>
              ) : null}
            </span>
            <span className={styles.households}>{aboutTenths(tenths)}</span>
          </li>
        ))}
      </ul>
      <p className={styles.from}>
        {`For texts of one segment and letters of one sheet, ${POSTAGE_WORDS[spending.postage]}, without VAT. The cost is exact once the messages are made.`}
      </p>
    </section>
  )
}
