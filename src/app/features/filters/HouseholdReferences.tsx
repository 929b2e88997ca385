import { useQuery } from '@tanstack/react-query'
import { HOUSEHOLD_REFERENCE_CATEGORY } from '#contract/filters'
import { offlineReason } from '../../state/connectivity'
import { Button } from '../../ui/button/Button'
import { Notice } from '../../ui/notice/Notice'
import { Skeleton } from '../../ui/skeleton/Skeleton'
import { placeOf } from './catalogue'
import { SearchControl } from './controls/SearchControl'
import styles from './FilterPanel.module.css'
import { referenceFilterQuery } from './queries'

const REFERENCES = { category_name: HOUSEHOLD_REFERENCE_CATEGORY }

/** Household reference search, apart from the categories. */
export function HouseholdReferences() {
  const { data: filter, error, isPaused, refetch } = useQuery(referenceFilterQuery)
  if (filter) return <SearchControl filter={filter} place={placeOf(REFERENCES, filter)} isLabelHidden={false} />
  // Never stored on the device, so retrying offline is pointless.
  if (isPaused)
    return <p className={styles.referenceOffline}>{offlineReason('Searching by household reference needs')}</p>
  if (error) {
    return (
      <Notice kind="error" action={<Button onPress={() => void refetch()}>Try again</Button>}>
        <p>Household references could not be loaded. {error.message}</p>
      </Notice>
    )
  }
  // As high as the loaded field: what is below must not move under a pointer.
  return (
    <div aria-busy="true">
      <Skeleton height="calc(var(--leading-sm) + var(--space-1) + var(--target))" />
    </div>
  )
}
