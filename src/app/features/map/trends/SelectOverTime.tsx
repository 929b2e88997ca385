import { useNavigate } from 'react-router-dom'
import { BENEFIT_TITLES } from '#contract/households/benefits'
import { OVER_TIME_CATEGORY } from '#contract/households/filters'
import {
  CLAIMED_BENEFITS,
  monthInWords,
  NEW_SINCE_FILTER,
  newSinceValue,
  overTimeInWords,
  STILL_WAITING_FILTER,
  WAITING_DAYS,
  type Change,
} from '#contract/households/overTime'
import type { MonthMoves } from '#contract/households/trends'
import { capitalised } from '../../../lib/counts'
import { selectedFiltersAtom } from '../../../state/filters/selectedFilters'
import { withValues } from '../../../state/filters/selection'
import { useOwnAccess } from '../../../state/ownAccess'
import { useSetAtom } from '../../../state/store'
import { Button } from '../../../ui/button/Button'
import { Section } from '../../../ui/page/Page'
import styles from './Trends.module.css'

function useSelect() {
  const setSelection = useSetAtom(selectedFiltersAtom)
  const navigate = useNavigate()
  return (filter: typeof NEW_SINCE_FILTER | typeof STILL_WAITING_FILTER, value: string) => {
    const place = {
      categoryName: OVER_TIME_CATEGORY,
      filterName: filter.filter_name,
      displayName: filter.display_name,
    }
    const displayName = overTimeInWords(filter.filter_name, value) ?? value
    setSelection((before) => withValues(before, place, [{ id: value, displayName }]))
    void navigate('/')
  }
}

/** Narrows the selection to households new since a month. */
export function SelectNew({ moves: { month, claims } }: { moves: MonthMoves }) {
  const select = useSelect()
  const changes: (Change & { readonly label: string })[] = [
    { kind: 'household', label: 'New in the data' },
    ...CLAIMED_BENEFITS.filter((benefit) => claims.some(({ benefit_name }) => benefit_name === benefit)).flatMap(
      (benefit) => [
        { kind: 'unclaimed' as const, benefit, label: `May claim ${BENEFIT_TITLES[benefit]}` },
        { kind: 'claiming' as const, benefit, label: `Claims ${BENEFIT_TITLES[benefit]}` },
      ],
    ),
  ]
  return (
    <div>
      <h3>{`Show on the map who is new since ${monthInWords(month)}`}</h3>
      <div className={styles.choices}>
        {changes.map(({ label, ...change }) => (
          <Button key={label} onPress={() => select(NEW_SINCE_FILTER, newSinceValue({ month, change }))}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** Narrows the selection to contacted households that do not claim. */
export function SelectStillWaiting() {
  const select = useSelect()
  const { hidden_filters: hidden } = useOwnAccess()
  const isShown = (title: string) => !hidden.some((name) => name.toLowerCase() === title.toLowerCase())
  const benefits = CLAIMED_BENEFITS.filter((benefit) => isShown(BENEFIT_TITLES[benefit]))
  if (benefits.length === 0 || !isShown(STILL_WAITING_FILTER.display_name)) return null
  return (
    <Section
      title="Still waiting"
      detail={`Households that a campaign contacted at least ${WAITING_DAYS} days before the latest data and that do not claim in them.`}
    >
      <h3 className={styles.heading}>Show on the map who is still waiting for</h3>
      <div className={styles.choices}>
        {benefits.map((benefit) => (
          <Button key={benefit} onPress={() => select(STILL_WAITING_FILTER, benefit)}>
            {capitalised(BENEFIT_TITLES[benefit])}
          </Button>
        ))}
      </div>
    </Section>
  )
}
