import { useRef } from 'react'
import { figure } from '../../../lib/counts'
import { setText } from '../../../ui/setText'
import { VisuallyHidden } from '../../../ui/visually-hidden/VisuallyHidden'
import { useAtomWriter } from '../../../state/store'
import { countsAtom, useCountsWriter } from './facets'

/** Households a value would leave: nothing while unknown, faint if zero. */
export function ValueCount({ filterName, value, hasWord }: { filterName: string; value: string; hasWord: boolean }) {
  const whole = useRef<HTMLSpanElement>(null)
  const number = useRef<HTMLSpanElement>(null)
  const word = useRef<HTMLSpanElement>(null)
  const written = useRef<number>(undefined)
  useCountsWriter((counts) => {
    const count = counts?.countOf(filterName, value)
    if (count === written.current) return
    written.current = count
    setText(number.current, count === undefined ? '' : figure(count))
    setText(word.current, count === undefined ? '' : count === 1 ? 'household' : 'households')
    whole.current?.toggleAttribute('data-faint', count === 0)
  })
  return (
    <span ref={whole}>
      <span ref={number} /> {hasWord ? <span ref={word} /> : <VisuallyHidden ref={word} />}
    </span>
  )
}

/** '12,304 → 1,180 of 96,252 households'. */
export function HouseholdCounts({ className }: { className: string | undefined }) {
  const before = useRef<HTMLSpanElement>(null)
  const beforeInWords = useRef<HTMLSpanElement>(null)
  const now = useRef<HTMLElement>(null)
  const all = useRef<HTMLSpanElement>(null)
  useAtomWriter(countsAtom, (counts) => {
    const from = counts?.before === counts?.households ? undefined : counts?.before
    const of = counts?.all === undefined ? '' : ` of ${figure(counts.all)}`
    setText(before.current, from === undefined ? '' : `${figure(from)} → `)
    setText(beforeInWords.current, from === undefined ? '' : `Before: ${figure(from)}, now: `)
    setText(now.current, counts ? figure(counts.households) : '')
    setText(all.current, counts ? `${of} households` : '')
  })
  return (
    <p className={className}>
      <span ref={before} aria-hidden="true" />
      <VisuallyHidden ref={beforeInWords} />
      <strong ref={now} />
      <span ref={all} />
    </p>
  )
}
