import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { MAX_VISITS } from '#contract/campaigns/visits'
import { REFERENCE_FILTER } from '#contract/households/filters'
import { explainError } from '../../../api/errors'
import { figure, formatCount } from '../../../lib/counts'
import { useReasonOffline } from '../../../state/connectivity'
import { filterRequestAtom, selectedFiltersAtom } from '../../../state/filters/selectedFilters'
import { listPlaces } from '../../../state/filters/selection'
import { useAtomValue } from '../../../state/store'
import { findCodeFault, MAX_WRONG_CODES, MIN_CODE_LENGTH, startRound } from '../../../state/visits/openRound'
import { Button } from '../../../ui/button/Button'
import { ButtonLink } from '../../../ui/button/ButtonLink'
import { Notice } from '../../../ui/notice/Notice'
import { Section } from '../../../ui/page/Page'
import { RadioGroup } from '../../../ui/radio-group/RadioGroup'
import { TextField } from '../../../ui/text-field/TextField'
import { OpenRoundList, openRoundsQuery } from './OpenRoundList'
import styles from './visits.module.css'

const SHIFTS = [
  { id: '4', label: '4 hours' },
  { id: '8', label: '8 hours' },
  { id: '12', label: '12 hours' },
] as const

/** Loads the selected households for a shift, under a code. */
export function StartRound() {
  const filters = useAtomValue(filterRequestAtom)
  const places = listPlaces(useAtomValue(selectedFiltersAtom))
  const hasReferences = places.some(({ filterName }) => filterName === REFERENCE_FILTER)
  const { data: open } = useQuery(openRoundsQuery)
  const queryClient = useQueryClient()
  const whyNot = useReasonOffline('Starting a round needs')
  const [hours, setHours] = useState<(typeof SHIFTS)[number]['id']>('8')
  const [code, setCode] = useState('')
  const [again, setAgain] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const start = useMutation({
    mutationFn: () => startRound(code, Number(hours), filters),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: openRoundsQuery.queryKey }),
  })
  const fault = findCodeFault(code)
  const isSame = code === again
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (fault === null && isSame) start.mutate()
  }
  return (
    <Section
      title="Start a visit round"
      detail={`The households that match your filters, at most ${MAX_VISITS}, in walking order. They stay on this device until the shift ends and work without a connection.`}
      actions={<ButtonLink to="/">Change the filters</ButtonLink>}
    >
      {open === undefined || open.rounds.length === 0 ? null : <OpenRoundList rounds={open.rounds} />}
      <form className={styles.form} aria-label="Start a visit round" onSubmit={submit} noValidate>
        <Chosen names={places.map(({ displayName }) => displayName)} hasReferences={hasReferences} />
        {open?.names ? (
          <p>{`You have ${figure(open.names.left_today)} of ${formatCount(open.names.a_day, 'name')} left today.`}</p>
        ) : null}
        <RadioGroup label="How long is the shift?" options={SHIFTS} value={hours} onChange={setHours} />
        <TextField
          label={`Shift code, ${MIN_CODE_LENGTH} characters or more`}
          type="password"
          autoComplete="off"
          value={code}
          onChange={setCode}
          error={isChecked ? fault : null}
        />
        <TextField
          label="Shift code again"
          type="password"
          autoComplete="off"
          value={again}
          onChange={setAgain}
          error={isChecked && !isSame ? 'The two codes differ.' : null}
        />
        <p>
          {`The code opens the round after a restart. Doorstep does not keep it and cannot give it back. A few words that you remember are best. After ${MAX_WRONG_CODES} wrong codes the round is removed.`}
        </p>
        {start.error === null ? null : <Notice kind="error">{explainError(start.error)}</Notice>}
        {whyNot === null ? null : <Notice kind="warning">{whyNot}</Notice>}
        <Button
          variant="primary"
          size="large"
          type="submit"
          isPending={start.isPending}
          isDisabled={whyNot !== null || places.length === 0 || hasReferences}
        >
          {start.isPending ? 'Loading…' : 'Start the round'}
        </Button>
        <p>Loading a round is recorded in the audit log, as a look at each of its households.</p>
      </form>
    </Section>
  )
}

/** What the round is made from, or why it cannot be. */
function Chosen({ names, hasReferences }: { names: readonly string[]; hasReferences: boolean }) {
  return (
    <>
      <p>
        {names.length === 0
          ? 'No filters are selected: choose some in Street View, or draw an area there.'
          : `${formatCount(names.length, 'filter')} selected: ${names.join(', ')}.`}
      </p>
      {hasReferences ? (
        <Notice kind="warning">
          A visit round is not made from household references. Remove them from the filters, and choose households by
          other filters, or draw an area.
        </Notice>
      ) : null}
    </>
  )
}
