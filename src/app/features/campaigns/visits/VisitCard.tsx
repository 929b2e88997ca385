import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode, type Ref } from 'react'
import { NOTE_LIMIT } from '#contract/campaigns/visits'
import { VISIT_OUTCOME_WORDS, VISIT_OUTCOMES, type VisitOutcomeName } from '#contract/households/visitOutcomes'
import { explainError } from '../../../api/errors'
import { formatShortDay } from '../../../lib/moments'
import { recordOutcome, type RoundVisit } from '../../../state/visits/openRound'
import { ActionBar } from '../../../ui/action-bar/ActionBar'
import { Button } from '../../../ui/button/Button'
import { InfoTip } from '../../../ui/info-tip/InfoTip'
import { Notice } from '../../../ui/notice/Notice'
import { Section } from '../../../ui/page/Page'
import { LimitedTextField } from '../../../ui/text-field/LimitedTextField'
import { TextField } from '../../../ui/text-field/TextField'
import { ToggleGroup } from '../../../ui/toggle-group/ToggleGroup'
import styles from './visits.module.css'

interface VisitCardProps {
  visit: RoundVisit
  /** From the previous visit. */
  way: string | null
  mayOpenMaps: boolean
  headingRef: Ref<HTMLHeadingElement>
  onRecorded: (words: string) => void
}

const LAST_CALLS: readonly VisitOutcomeName[] = ['moved', 'do_not_call']
const CALLED_AGAIN: readonly VisitOutcomeName[] = ['call_again', 'helped_to_claim']

const OUTCOMES = VISIT_OUTCOMES.map((id) => ({ id, label: VISIT_OUTCOME_WORDS[id] }))

/** What to know at the door, and the outcome. */
export function VisitCard({ visit, way, mayOpenMaps, headingRef, onRecorded }: VisitCardProps) {
  const { mark } = visit
  const [outcome, setOutcome] = useState<VisitOutcomeName | null>(mark?.outcome ?? null)
  const [note, setNote] = useState(mark?.note ?? '')
  const [day, setDay] = useState(mark?.callAgainOn ?? '')
  const mayCallAgain = outcome !== null && CALLED_AGAIN.includes(outcome)
  const callAgainOn = mayCallAgain && day !== '' ? day : null
  const isSame = outcome === mark?.outcome && note.trim() === mark.note && callAgainOn === (mark.callAgainOn ?? null)
  const record = useMutation({
    mutationFn: async (chosen: VisitOutcomeName) => recordOutcome(visit, chosen, note.trim(), callAgainOn),
    onSuccess: (_, chosen) => onRecorded(VISIT_OUTCOME_WORDS[chosen]),
    // Offline the outcome is queued.
    networkMode: 'always',
    gcTime: 0,
  })
  return (
    <Section
      title={`Visit ${visit.number}: ${visit.household_reference}`}
      headingRef={headingRef}
      {...(way === null ? {} : { detail: way })}
    >
      <div className={styles.card}>
        <dl className={styles.details}>
          {listDetails(visit).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <ToggleGroup label="What came of it" options={OUTCOMES} value={outcome} onChange={setOutcome} look="large" />
        {outcome !== null && LAST_CALLS.includes(outcome) ? (
          <Notice>
            Doorstep contacts this household no more. Changing the outcome later does not lift that; an administrator
            can.
          </Notice>
        ) : null}
        {mayCallAgain ? <TextField label="Call again on" type="date" value={day} onChange={setDay} /> : null}
        <LimitedTextField
          label="Note"
          value={note}
          onChange={setNote}
          limit={NOTE_LIMIT}
          atLimit={`A note has at most ${NOTE_LIMIT} characters.`}
        />
        {record.error === null ? null : <Notice kind="error">{explainError(record.error)}</Notice>}
        <ActionBar>
          <Button
            variant="primary"
            size="large"
            isPending={record.isPending}
            isDisabled={outcome === null || isSame}
            onPress={() => (outcome === null ? undefined : record.mutate(outcome))}
          >
            {mark ? 'Change the outcome' : 'Record and go on'}
          </Button>
        </ActionBar>
        {mayOpenMaps && visit.postcode ? <MapsLink postcode={visit.postcode} /> : null}
      </div>
    </Section>
  )
}

const MapsLink = ({ postcode }: { postcode: string }) => (
  <a
    className={styles.maps}
    href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(postcode)}`}
    target="_blank"
    rel="noreferrer"
  >
    {`Open ${postcode} in Google Maps`}
  </a>
)

function listDetails(visit: RoundVisit): (readonly [string, ReactNode])[] {
  const { contact, ward_name, postcode = '', preferred_language, unclaimed, estimates, last_visit: last } = visit
  const known = [
    ['Address', contact?.address.join(', ') ?? postcode],
    ['Name', contact?.name ?? ''],
    ['Ward', ward_name],
    ['Language', preferred_language ?? ''],
  ] as const
  const details: (readonly [string, ReactNode])[] = known.filter(([, value]) => value !== '')
  if (last) details.push(['Last visit', <LastVisit key="last" visit={last} />])
  if (unclaimed === null) return details
  const benefits = unclaimed.map(({ display_name, value }) => `${display_name}, ${value}`).join('; ')
  return [
    ...details,
    [
      'Unclaimed',
      <span key="unclaimed" className={styles.folded}>
        {benefits || 'None that we know of'}
        {estimates === undefined ? null : <InfoTip subject="the estimate">{estimates}</InfoTip>}
      </span>,
    ],
  ]
}

/** Longer notes would push outcomes off a phone's screen. */
const NOTE_SHOWN = 40

function LastVisit({ visit: { outcome, day, note } }: { visit: NonNullable<RoundVisit['last_visit']> }) {
  const came = `${VISIT_OUTCOME_WORDS[outcome]}, ${formatShortDay(day)}`
  if (!note) return came
  if (note.length <= NOTE_SHOWN) return `${came}. ${note}`
  return (
    <span className={styles.folded}>
      {`${came}. ${note.slice(0, NOTE_SHOWN).trimEnd()}…`}
      <InfoTip subject="the last visit">{note}</InfoTip>
    </span>
  )
}
