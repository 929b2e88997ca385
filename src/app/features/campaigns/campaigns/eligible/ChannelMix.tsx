import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { inPounds, computePence, rateOn } from '#contract/campaigns/notifyRates'
import { POSTAGE_WORDS } from '#contract/campaigns/postage'
import { formatCount } from '../../../../lib/counts'
import { londonDay } from '#contract/days'
import styles from './EligibleCount.module.css'
import type { CountReply } from './useEligibleCount'
import { spendingQuery } from '../../../../state/settings'

/** Costs by channel, the cheapest that reaches everybody first. */
export function ChannelMix({ reach }: { reach: NonNullable<CountReply['by_channel']> }) {
  const { data: spending } = useQuery(spendingQuery)
  const [today] = useState(() => londonDay(new Date()))
  if (!spending) return null
  const textCost = Math.max(0, reach.sms - spending.free_texts_left) * rateOn('sms', 1, today).tenths
  const letterCost = (letters: number) => letters * rateOn(spending.postage, 1, today).tenths
  const others = reach.print_and_post - reach.both
  const all = reach.sms + others
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
      reached: reach.sms,
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
            <span className={styles.households}>
              {tenths === 0 ? 'free (within the year’s free texts)' : `about ${inPounds(computePence(tenths))}`}
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.from}>
        {`For texts of one segment and letters of one sheet, ${POSTAGE_WORDS[spending.postage]}, without VAT. The cost is exact once the messages are made.`}
      </p>
    </section>
  )
}
