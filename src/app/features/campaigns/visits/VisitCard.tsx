import { useMutation } from '@tanstack/react-query'
import { useState, type Ref } from 'react'
import { NOTE_LIMIT } from '#contract/campaigns/visits'
import { VISIT_OUTCOME_WORDS, VISIT_OUTCOMES, type VisitOutcomeName } from '#contract/households/visitOutcomes'
import { explainError } from '../../../api/errors'
import { recordOutcome, type RoundVisit } from '../../../state/visits/openRound'
import { Button } from '../../../ui/button/Button'
import { Notice } from '../../../ui/notice/Notice'
import { Section } from '../../../ui/page/Page'
import { LimitedTextField } from '../../../ui/text-field/LimitedTextField'
import { ToggleGroup } from '../../../ui/toggle-group/ToggleGroup'
import styles from './visits.module.css'
import { wayTo } from './words'

interface VisitCardProps {
  visit: RoundVisit
  before: RoundVisit | undefined
  headingRef: Ref<HTMLHeadingElement>
  /** @param words the outcome */
  onRecorded: (words: string) => void
}

/** These mark the household as do-not-contact. */
const LAST_CALLS: readonly VisitOutcomeName[] = ['moved', 'do_not_call']

const OUTCOMES = VISIT_OUTCOMES.map((id) => ({ id, label: VISIT_OUTCOME_WORDS[id] }))

/** One visit: what to know at the door, and its outcome. */
export function VisitCard({ visit, before, headingRef, onRecorded }: VisitCardProps) {
  const { mark } = visit
  const [outcome, setOutcome] = useState<VisitOutcomeName | null>(mark?.outcome ?? null)
  const [note, setNote] = useState(mark?.note ?? '')
  const record = useMutation({
    mutationFn: async (chosen: VisitOutcomeName) => recordOutcome(visit, chosen, note.trim()),
    onSuccess: (_, chosen) => onRecorded(VISIT_OUTCOME_WORDS[chosen]),
    // Offline too: the outcome is queued on the device.
    networkMode: 'always',
    gcTime: 0,
  })
  return (
    <Section
      title={`Visit ${visit.number}: ${visit.household_reference}`}
      headingRef={headingRef}
      {...(before ? { detail: `${wayTo(before, visit)} of visit ${before.number}.` } : {})}
    >
      <div className={styles.card}>
        {visit.do_not_contact ? (
          <Notice kind="warning" title="Do not contact">
            <p>This household is not to be called at. Go on to the next one.</p>
          </Notice>
        ) : null}
        <dl className={styles.details}>
          {detailsOf(visit).map(([name, value]) => (
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
        <LimitedTextField
          label="Note"
          value={note}
          onChange={setNote}
          limit={NOTE_LIMIT}
          atLimit={`A note has at most ${NOTE_LIMIT} characters.`}
        />
        {record.error === null ? null : <Notice kind="error">{explainError(record.error)}</Notice>}
        <Button
          variant="primary"
          size="large"
          isPending={record.isPending}
          isDisabled={outcome === null || (outcome === mark?.outcome && note.trim() === mark.note)}
          onPress={() => (outcome === null ? undefined : record.mutate(outcome))}
        >
          {mark ? 'Change the outcome' : 'Record and go on'}
        </Button>
      </div>
    </Section>
  )
}

function detailsOf({ contact, ward_name, preferred_language, unclaimed, estimates, do_not_contact }: RoundVisit) {
  const shown = [
    ['Address', contact?.address.join(', ') ?? ''],
    ['Name', contact?.name ?? ''],
    ['Ward', ward_name],
    ['Language', preferred_language ?? ''],
  ] as const
  const details = shown.filter(([, value]) => value !== '')
  if (do_not_contact || unclaimed === null) return details
  const benefits = unclaimed.map(({ display_name, value }) => `${display_name}, ${value}`).join('; ')
  return [
    ...details,
    ['Unclaimed', benefits || 'None that we know of'] as const,
    ...(estimates === undefined ? [] : [['How that is estimated', estimates] as const]),
  ]
}
