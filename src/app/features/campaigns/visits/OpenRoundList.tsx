import { useMutation, useQueryClient } from '@tanstack/react-query'
import { endVisitRound, getOpenRounds, MAX_OPEN_ROUNDS, type OpenRounds } from '#contract/campaigns/visits'
import { call } from '../../../api/call'
import { explainError } from '../../../api/errors'
import { queryOptions } from '../../../api/queryOptions'
import { formatCount } from '../../../lib/counts'
import { formatTime } from '../../../lib/moments'
import { useReasonOffline } from '../../../state/connectivity'
import { Button } from '../../../ui/button/Button'
import { Notice } from '../../../ui/notice/Notice'
import styles from './visits.module.css'

export const openRoundsQuery = queryOptions(getOpenRounds)

/** The person's open rounds, where this device has none, and the way to end each. */
export function OpenRoundList({ rounds }: { rounds: OpenRounds['rounds'] }) {
  return (
    <section className={styles.form} aria-label="Your open rounds">
      <p>
        {`You have ${formatCount(rounds.length, 'open round')}, not on this device. At most ${MAX_OPEN_ROUNDS} can be open. Outcomes that wait are sent all the same.`}
      </p>
      <ul className={styles.all}>
        {rounds.map((round) => (
          <OpenRound key={round.round_id} round={round} />
        ))}
      </ul>
    </section>
  )
}

function OpenRound({ round }: { round: OpenRounds['rounds'][number] }) {
  const queryClient = useQueryClient()
  const whyNot = useReasonOffline('Ending a round needs')
  const end = useMutation({
    mutationFn: () => call(endVisitRound, { body: { round_id: round.round_id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: openRoundsQuery.queryKey }),
  })
  const [from, to] = [round.loaded_at, round.ends_at].map((moment) => formatTime(Date.parse(moment)))
  const words = `${formatCount(round.household_count, 'household')}, ${from} to ${to}`
  return (
    <li className={styles.open}>
      <span>{words}</span>
      <Button
        aria-label={`End it: ${words}`}
        isPending={end.isPending}
        isDisabled={whyNot !== null}
        onPress={() => end.mutate()}
      >
        End it
      </Button>
      {end.error === null ? null : <Notice kind="error">{explainError(end.error)}</Notice>}
    </li>
  )
}
