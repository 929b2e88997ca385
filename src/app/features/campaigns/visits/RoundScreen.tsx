import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { VISIT_OUTCOME_WORDS } from '#contract/households/visitOutcomes'
import { formatCount } from '../../../lib/counts'
import { formatTime } from '../../../lib/moments'
import { lockRound, type OpenRound, type RoundVisit } from '../../../state/visits/openRound'
import { Button } from '../../../ui/button/Button'
import { Disclosure } from '../../../ui/disclosure/Disclosure'
import { Page } from '../../../ui/page/Page'
import { VisuallyHidden } from '../../../ui/visually-hidden/VisuallyHidden'
import { classes } from '../../../ui/classes'
import { EndRound } from './EndRound'
import { Plan } from './Plan'
import { VisitCard } from './VisitCard'
import styles from './visits.module.css'

/** An open round: one visit at a time, its place, and the list of all. */
export function RoundScreen({ round: { visits, endsAt } }: { round: OpenRound }) {
  const [search] = useSearchParams()
  const asked = visits.find((one) => one.number === Number(search.get('visit')))
  const [wanted, setNumber] = useState(() => (asked ?? nextOf(visits, 0))?.number ?? 1)
  const [said, setSaid] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  // Erased households are missing.
  const at = visits.findIndex((one) => one.number >= wanted)
  const visit = visits.at(at)
  const number = visit?.number ?? wanted
  const [previous, next] = [at === -1 ? visits.at(-2) : visits[at - 1], at === -1 ? undefined : visits[at + 1]]
  const done = visits.filter(({ mark }) => mark !== null).length

  useEffect(() => {
    // The page's own title comes first when it opens.
    if (!isFirst.current) heading.current?.focus()
    isFirst.current = false
  }, [number])

  if (!visit) return null
  const recorded = (words: string) => {
    setSaid(`${words} recorded for visit ${number}.`)
    const open = nextOf(visits, number)
    if (open) setNumber(open.number)
  }
  return (
    <div className={styles.round}>
      <Page
        title="Visit round"
        subtitle={`${done} of ${formatCount(visits.length, 'visit')} done. Ends at ${formatTime(endsAt)}.`}
      >
        <VisuallyHidden isLive>{said}</VisuallyHidden>
        <div className={styles.columns}>
          <div className={styles.visit}>
            <VisitCard key={number} visit={visit} before={previous} headingRef={heading} onRecorded={recorded} />
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
            <Plan visits={visits} current={number} />
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
                      <span>{stateOf(one)}</span>
                    </button>
                  </li>
                ))}
              </ol>
            </Disclosure>
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

const nextOf = (visits: readonly RoundVisit[], after: number): RoundVisit | undefined =>
  [...visits.filter(({ number }) => number > after), ...visits.filter(({ number }) => number < after)].find(
    ({ mark, do_not_contact }) => mark === null && !do_not_contact,
  )

const stateOf = ({ mark, do_not_contact }: RoundVisit): string =>
  mark ? VISIT_OUTCOME_WORDS[mark.outcome] : do_not_contact ? 'Do not contact' : 'To do'
