import { Link } from 'react-router-dom'
import { VISIT_OUTCOME_WORDS } from '#contract/households/visitOutcomes'
import { useAtomValue } from '../../../state/store'
import { openRoundAtom } from '../../../state/visits/openRound'
import { Disclosure } from '../../../ui/disclosure/Disclosure'
import { sealedRoundAtom } from '../../../state/visits/round'

interface VisitOutcomeProps {
  id: string
  onLeave: () => void
}

/** A queued outcome, editable while its round is open here. */
export function QueuedVisitOutcome({ id, onLeave }: VisitOutcomeProps) {
  const round = useAtomValue(openRoundAtom)
  const isHere = useAtomValue(sealedRoundAtom) !== null
  const visit = round?.visits.find(({ mark }) => mark?.outcomeId === id)
  if (!visit?.mark) {
    return isHere && !round ? (
      <p>
        <Link to="/visits" onClick={onLeave}>
          Enter the shift code
        </Link>{' '}
        to see what it says.
      </p>
    ) : (
      <p>Only the server can open it.</p>
    )
  }
  const { number, household_reference: reference, mark } = visit
  return (
    <>
      <Disclosure title="What it holds" look="quiet">
        <p>{`Visit ${number}, ${reference}: ${VISIT_OUTCOME_WORDS[mark.outcome]}`}</p>
        {mark.note === '' ? null : <p dir="auto">{mark.note}</p>}
      </Disclosure>
      <p>
        <Link to={`/visits?visit=${number}`} onClick={onLeave}>
          Change it in the visit round
        </Link>
      </p>
    </>
  )
}
