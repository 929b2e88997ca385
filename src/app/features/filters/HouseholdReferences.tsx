import { HOUSEHOLD_REFERENCE_CATEGORY } from '#contract/filters'
import { offlineReason } from '../../state/online'
import { Button } from '../../ui/button/Button'
import { Notice } from '../../ui/notice/Notice'
import { Skeleton } from '../../ui/skeleton/Skeleton'
import { placeOf, useReferenceFilter } from './catalogue'
import { SearchControl } from './controls/SearchControl'
import styles from './FilterPanel.module.css'

/** The household reference search box: the picker of the search filters, apart from the categories. */
export function HouseholdReferences() {
  const reference = useReferenceFilter()
  switch (reference.state) {
    case 'loading':
      // As high as the field with its label: what stands below stays where it is, under the pointer that is on its way.
      return (
        <div aria-busy="true">
          <Skeleton height="calc(var(--leading-sm) + var(--space-1) + var(--target))" />
        </div>
      )
    case 'offline':
      // They are never kept on the device: without a line there is nothing to try again.
      return <p className={styles.referenceOffline}>{offlineReason('Searching by household reference needs')}</p>
    case 'failed':
      return (
        <Notice kind="error" action={<Button onPress={reference.reload}>Try again</Button>}>
          <p>Household references could not be loaded. {reference.message}</p>
        </Notice>
      )
    case 'loaded': {
      const place = placeOf({ category_name: HOUSEHOLD_REFERENCE_CATEGORY }, reference.value)
      return <SearchControl filter={reference.value} place={place} isLabelHidden={false} />
    }
  }
}
