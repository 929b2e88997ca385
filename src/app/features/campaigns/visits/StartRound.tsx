import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { MAX_VISITS } from '#contract/campaigns/visits'
import { REFERENCE_FILTER } from '#contract/households/filters'
import { VISIT_OUTCOME_FILTER, VISITS_CATEGORY } from '#contract/households/visitFilters'
import { VISIT_OUTCOME_WORDS } from '#contract/households/visitOutcomes'
import { explainError } from '../../../api/errors'
import { figure, formatCount } from '../../../lib/counts'
import { offlineReadinessAtom } from '../../../state/device/appFiles'
import { useReasonOffline } from '../../../state/connectivity'
import { filterRequestAtom, selectedFiltersAtom } from '../../../state/filters/selectedFilters'
import { listPlaces, withValues } from '../../../state/filters/selection'
import { useOwnAccess } from '../../../state/ownAccess'
import { useAtomValue, useSetAtom } from '../../../state/store'
import { findCodeFault, MAX_WRONG_CODES, MIN_CODE_LENGTH, startRound } from '../../../state/visits/openRound'
import { Button } from '../../../ui/button/Button'
import { ButtonLink } from '../../../ui/button/ButtonLink'
import { Notice } from '../../../ui/notice/Notice'
import { Section } from '../../../ui/page/Page'
import { RadioGroup } from '../../../ui/radio-group/RadioGroup'
import { Select } from '../../../ui/select/Select'
import { TextField } from '../../../ui/text-field/TextField'
import { OpenRoundList, openRoundsQuery } from './OpenRoundList'
import styles from './visits.module.css'

const SHIFTS = [
  { id: '4', label: '4 hours' },
  { id: '8', label: '8 hours' },
  { id: '12', label: '12 hours' },
] as const

/** Days. */
const VISITED = [
  { id: '0', label: 'Nobody' },
  { id: '7', label: 'Visited in the last week' },
  { id: '30', label: 'Visited in the last month' },
  { id: '91', label: 'Visited in the last 3 months' },
  { id: '182', label: 'Visited in the last 6 months' },
] as const

const isNumberOfDoors = (text: string) =>
  /^\d{1,2}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= MAX_VISITS

/** Loads the selected households for a shift. */
export function StartRound() {
  const filters = useAtomValue(filterRequestAtom)
  const places = listPlaces(useAtomValue(selectedFiltersAtom))
  const hasReferences = places.some(({ filterName }) => filterName === REFERENCE_FILTER)
  const { data: open } = useQuery(openRoundsQuery)
  const queryClient = useQueryClient()
  const whyNot = useReasonOffline('Starting a round needs')
  const [hours, setHours] = useState<(typeof SHIFTS)[number]['id']>('8')
  const [leaveOut, setLeaveOut] = useState<(typeof VISITED)[number]['id']>('91')
  const [most, setMost] = useState(String(MAX_VISITS))
  const [code, setCode] = useState('')
  const [again, setAgain] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const start = useMutation({
    mutationFn: () =>
      startRound(code, { ...filters, hours: Number(hours), most: Number(most), leave_out_days: Number(leaveOut) }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: openRoundsQuery.queryKey }),
  })
  const readiness = useAtomValue(offlineReadinessAtom)
  const fault = findCodeFault(code)
  const isSame = code === again
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (fault === null && isSame && isNumberOfDoors(most)) start.mutate()
  }
  return (
    <Section
      title="Start a visit round"
      detail={`Households that match your filters, at most ${MAX_VISITS}, in walking order. A colleague who starts from the same filters gets others. They stay on this device until the shift ends and work without a connection.`}
      actions={
        <>
          <CallAgain />
          <ButtonLink to="/">Change the filters</ButtonLink>
        </>
      }
    >
      {open === undefined || open.rounds.length === 0 ? null : <OpenRoundList rounds={open.rounds} />}
      <form className={styles.form} aria-label="Start a visit round" onSubmit={submit} noValidate>
        <Chosen names={places.map(({ displayName }) => displayName)} hasReferences={hasReferences} />
        {open?.names ? (
          <p>{`You have ${figure(open.names.left_today)} of ${formatCount(open.names.a_day, 'name')} left today.`}</p>
        ) : null}
        <Select
          label="Leave out"
          advice="Households to be called at again by today are not left out. Those in an open round, and those not to be contacted, always are."
          options={VISITED}
          value={leaveOut}
          onChange={setLeaveOut}
        />
        <TextField
          label={`Doors at most, 1 to ${MAX_VISITS}`}
          inputMode="numeric"
          maxLength={2}
          value={most}
          onChange={setMost}
          error={isChecked && !isNumberOfDoors(most) ? `Write a whole number from 1 to ${MAX_VISITS}.` : null}
        />
        <RadioGroup label="How long is the shift?" options={SHIFTS} value={hours} onChange={setHours} />
        <TextField
          label={`Shift code, ${MIN_CODE_LENGTH} characters or more`}
          type="password"
          value={code}
          onChange={setCode}
          error={isChecked ? fault : null}
        />
        <TextField
          label="Shift code again"
          type="password"
          value={again}
          onChange={setAgain}
          error={isChecked && !isSame ? 'The two codes differ.' : null}
        />
        <p>
          {`The code opens the round after a restart. Doorstep does not keep it and cannot give it back. A few words that you remember are best. After ${MAX_WRONG_CODES} wrong codes the round is removed.`}
        </p>
        {start.error === null ? null : <Notice kind="error">{explainError(start.error)}</Notice>}
        <p role="status">
          {readiness.isReady ? <Check size={16} aria-hidden /> : null} {readiness.words}
        </p>
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

function CallAgain() {
  const select = useSetAtom(selectedFiltersAtom)
  const { hidden_filters: hidden } = useOwnAccess()
  if (hidden.includes(VISIT_OUTCOME_FILTER.display_name)) return null
  const place = {
    categoryName: VISITS_CATEGORY.category_name,
    filterName: VISIT_OUTCOME_FILTER.filter_name,
    displayName: VISIT_OUTCOME_FILTER.display_name,
  }
  const value = { id: 'call_again', displayName: VISIT_OUTCOME_WORDS.call_again }
  return <Button onPress={() => select(withValues({}, place, [value]))}>Who to call at again</Button>
}

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
