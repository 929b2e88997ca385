import { useState } from 'react'
import { figure } from '../../lib/counts'
import {
  fetchAtOnceAtom,
  type FilterPlace,
  placesOf,
  type SelectedFilter,
  selectedFiltersAtom,
  toggled,
  valuesInWords,
  withValues,
} from '../../state/filters/selectedFilters'
import { useAtom, useSetAtom } from '../../state/store'
import { Button } from '../../ui/button/Button'
import { Chip } from '../../ui/chip/Chip'
import { Dialog } from '../../ui/dialog/Dialog'
import { keyOf } from './catalogue'
import styles from './YourFilters.module.css'

/** A pasted list can hold thousands: the rest is behind "Show all". */
const SHOWN_VALUES = 50

interface YourFiltersProps {
  isOpen: boolean
  onClose: () => void
  /** A range's two values belong together. */
  isRange: (place: FilterPlace) => boolean
}

/** Removes applied filters, on a copy until Apply. */
export function YourFilters({ isOpen, onClose, isRange }: YourFiltersProps) {
  return isOpen ? <Opened onClose={onClose} isRange={isRange} /> : null
}

function Opened({ onClose, isRange }: Omit<YourFiltersProps, 'isOpen'>) {
  const [selection, setSelection] = useAtom(selectedFiltersAtom)
  const [copy, setCopy] = useState(selection)
  const fetchAtOnce = useSetAtom(fetchAtOnceAtom)

  const apply = () => {
    setSelection(copy)
    fetchAtOnce((before) => before + 1)
    onClose()
  }
  const filters = placesOf(copy)
  const footer = (
    <>
      <Button variant="quiet" onPress={() => setCopy({})}>
        Clear all
      </Button>
      <span className={styles.space} />
      <Button variant="secondary" onPress={onClose}>
        Cancel
      </Button>
      <Button variant="primary" onPress={apply}>
        Apply
      </Button>
    </>
  )
  return (
    <Dialog title="Your filters" onClose={onClose} footer={footer}>
      {filters.length === 0 ? (
        <p className={styles.none}>No filters. Every household is shown.</p>
      ) : (
        <ul className={styles.filters}>
          {filters.map((filter) => (
            <AppliedFilter
              key={keyOf(filter)}
              filter={filter}
              isRange={isRange(filter)}
              onRemove={() => setCopy(withValues(copy, filter, []))}
              onRemoveValue={(value) => setCopy(toggled(copy, filter, value))}
            />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

interface AppliedFilterProps {
  filter: FilterPlace & SelectedFilter
  isRange: boolean
  onRemove: () => void
  onRemoveValue: (value: SelectedFilter['selectedValues'][number]) => void
}

function AppliedFilter({ filter, isRange, onRemove, onRemoveValue }: AppliedFilterProps) {
  const [showsAll, setShowsAll] = useState(false)
  const { displayName, selectedValues } = filter
  const shown = showsAll ? selectedValues : selectedValues.slice(0, SHOWN_VALUES)
  return (
    <li className={styles.filter}>
      <div className={styles.title}>
        <h3>{displayName}</h3>
        <Button variant="quiet" aria-label={`Remove ${displayName}`} onPress={onRemove}>
          Remove
        </Button>
      </div>
      {isRange ? (
        <p className={styles.range}>{valuesInWords(filter, isRange)}</p>
      ) : (
        <ul className={styles.values}>
          {shown.map((value) => (
            <li key={value.id}>
              <Chip text={value.displayName} onRemove={() => onRemoveValue(value)} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < selectedValues.length ? (
        <Button variant="quiet" onPress={() => setShowsAll(true)}>
          {`Show all ${figure(selectedValues.length)}`}
        </Button>
      ) : null}
    </li>
  )
}
