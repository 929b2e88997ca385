import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { LocateFixed } from 'lucide-react'
import type { HouseholdsLeftOut } from '#contract/campaigns/visits'
import { walkingOrder } from '#contract/campaigns/walk'
import { VISIT_OUTCOME_WORDS } from '#contract/households/visitOutcomes'
import { explainError } from '../../../api/errors'
import { formatCount } from '../../../lib/counts'
import { formatTime } from '../../../lib/moments'
import { findWhereIAm } from '../../../lib/whereIAm'
import { lockRound, type OpenRound, type RoundVisit } from '../../../state/visits/openRound'
import { Button } from '../../../ui/button/Button'
import { Disclosure } from '../../../ui/disclosure/Disclosure'
import { Notice } from '../../../ui/notice/Notice'
import { Page } from '../../../ui/page/Page'
import { VisuallyHidden } from '../../../ui/visually-hidden/VisuallyHidden'
import { classes } from '../../../ui/classes'
import { EndRound } from './EndRound'
import { Plan } from './Plan'
import { VisitCard } from './VisitCard'
import styles from './visits.module.css'
import { wayTo } from './words'

/** An open round: one visit at a time, its place, and the list of all. */
export function RoundScreen({ round }: { round: OpenRound }) {
  const { endsAt, leftOut, mayOpenMaps } = round
  const [search] = useSearchParams()
  const { visits, whereIAm } = useWalk(round.visits)
  const here = whereIAm.data ?? null
  const asked = visits.find((one) => one.number === Number(search.get('visit')))
  const [wanted, setNumber] = useState(() => (asked ?? findNext(visits, 0))?.number ?? 1)
  const [said, setSaid] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  const found = visits.findIndex((one) => one.number === wanted)
  // Erased households are missing.
  const visit = visits[found] ?? findNext(visits, wanted) ?? visits[0]
  const at = visit ? visits.indexOf(visit) : 0
  const number = visit?.number ?? wanted
  const [previous, next] = [visits[at - 1], visits[at + 1]]
  const done = visits.filter(({ mark }) => mark !== null).length

  useEffect(() => {
    // The page's title comes first when it opens, even if the form before was scrolled.
    if (isFirst.current) window.scrollTo(0, 0)
    else heading.current?.focus()
    isFirst.current = false
  }, [number])

  if (!visit) return null
  const recorded = (words: string) => {
    setSaid(`${words} recorded for visit ${number}.`)
    const open = findNext(visits, number)
    if (open) setNumber(open.number)
  }
  const way = here
    ? `${wayTo(here, visit)} of where you were.`
    : previous
      ? `${wayTo(previous, visit)} of visit ${previous.number}.`
      : null
  return (
    <div className={styles.round}>
      <Page
        title="Visit round"
        subtitle={`${done} of ${formatCount(visits.length, 'visit')} done. Ends at ${formatTime(endsAt)}.`}
      >
        <VisuallyHidden isLive>{said}</VisuallyHidden>
        <div className={styles.columns}>
          <div className={styles.visit}>
            <VisitCard
              key={number}
              visit={visit}
              way={way}
              mayOpenMaps={mayOpenMaps}
              headingRef={heading}
              onRecorded={recorded}
            />
            <div className={styles.steps}>
              <Button isDisabled={!previous} onPress={() => previous && setNumber(previous.number)}>
                Visit before
              </Button>
              <Button isDisabled={!next} onPress={() => next && setNumber(next.number)}>
                Next visit
              </Button>
            </div>
          </div>
          <div className={styles.visit}>
            <Plan visits={visits} current={number} here={here} />
            <Button isPending={whereIAm.isPending} onPress={() => whereIAm.mutate()}>
              <LocateFixed aria-hidden="true" />
              Start the walk where I am
            </Button>
            {whereIAm.error === null ? null : <Notice kind="error">{explainError(whereIAm.error)}</Notice>}
            <Disclosure title="All visits" level={2}>
              <ol className={styles.all}>
                {visits.map((one) => (
                  <li key={one.number}>
                    <button
                      type="button"
                      className={classes(styles.row, one.number === number && styles.current)}
                      aria-current={one.number === number}
                      onClick={() => setNumber(one.number)}
                    >
                      <span>{`${one.number}. ${one.contact?.address[0] ?? one.household_reference}`}</span>
                      <span>{describeState(one)}</span>
                    </button>
                  </li>
                ))}
              </ol>
            </Disclosure>
            {leftOut ? <p>{writeLeftOut(leftOut)}</p> : null}
            <div className={styles.steps}>
              <Button onPress={lockRound}>Lock</Button>
              <EndRound />
            </div>
          </div>
        </div>
      </Page>
    </div>
  )
}

/** In walking order, or from where the officer stands on request. */
function useWalk(visits: readonly RoundVisit[]) {
  const [order, setOrder] = useState<readonly number[]>([])
  const whereIAm = useMutation({
    mutationFn: findWhereIAm,
    onSuccess: (here) => {
      const left = visits.filter(({ mark }) => mark === null)
      setOrder(walkingOrder(left, here).map(({ number }) => number))
    },
    networkMode: 'always',
    gcTime: 0,
  })
  // Visits outside the order were done before: first.
  const ordered = visits.toSorted((a, b) => order.indexOf(a.number) - order.indexOf(b.number))
  return { visits: ordered, whereIAm }
}

function findNext(visits: readonly RoundVisit[], after: number): RoundVisit | undefined {
  const at = visits.findIndex(({ number }) => number === after)
  return [...visits.slice(at + 1), ...visits.slice(0, Math.max(at, 0))].find(({ mark }) => mark === null)
}

const describeState = ({ mark }: RoundVisit): string => (mark ? VISIT_OUTCOME_WORDS[mark.outcome] : 'To do')

function writeLeftOut({ visited, in_open_rounds, do_not_contact, more }: HouseholdsLeftOut): string {
  const reasons = [
    [visited, 'visited lately'],
    [in_open_rounds, 'in a round that is open'],
    [do_not_contact, 'not to be contacted'],
    [more, 'left for another round'],
  ] as const
  const why = reasons.flatMap(([count, words]) => (count === 0 ? [] : [`${count} ${words}`]))
  return why.length === 0 ? 'No household of the filters is left out.' : `Not in this round: ${why.join(', ')}.`
}
