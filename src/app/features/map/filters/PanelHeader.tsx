import { useState } from 'react'
import {
  appliedFilterCountAtom,
  fetchAtOnceAtom,
  selectedFiltersAtom,
  selectionKeptAtom,
  stepAtom,
} from '../../../state/filters/selectedFilters'
import {
  listPlaces,
  toggled,
  valuesInWords,
  withValues,
  type FilterPlace,
  type SelectedFilter,
} from '../../../state/filters/selection'
import { useAtom, useAtomValue, useDeferredAtomValue, useSetAtom } from '../../../state/store'
import { Button } from '../../../ui/button/Button'
import { Chip } from '../../../ui/chip/Chip'
import { Notice } from '../../../ui/notice/Notice'
import styles from './FilterPanel.module.css'
import { figure } from '../../../lib/counts'
import { Dialog } from '../../../ui/dialog/Dialog'
import { writePlaceKey } from './catalogue'
import { HouseholdCounts } from './Counts'
import yours from './YourFilters.module.css'

interface PanelHeaderProps {
  titleId: string
  isRange: (place: FilterPlace) => boolean
}

/** The title, the number of filters, and Clear all with undo. */
export function PanelHeader({ titleId, isRange }: PanelHeaderProps) {
  const setSelection = useSetAtom(selectedFiltersAtom)
  const count = useDeferredAtomValue(appliedFilterCountAtom)
  const isKept = useAtomValue(selectionKeptAtom)
  const [isOpen, setIsOpen] = useState(false)
  const [isCleared, setIsCleared] = useState(false)
  const step = useSetAtom(stepAtom)
  const canUndo = isCleared && count === 0

  const clear = () => {
    setIsCleared(true)
    setSelection({})
  }
  const undo = () => {
    step('undo')
    setIsCleared(false)
  }
  return (
    <header className={styles.header}>
      <div className={styles.titleRow}>
        <h2 id={titleId}>Filters</h2>
        <Chip text={`${count} applied`} onPress={() => setIsOpen(true)} />
        <span className={styles.space} />
        <Button variant="quiet" isDisabled={count === 0} onPress={clear}>
          Clear all
        </Button>
      </div>
      <HouseholdCounts className={styles.outcome} />
      {canUndo ? (
        <Notice
          action={
            // Clear all was just disabled: undo takes its focus.
            <Button variant="quiet" onPress={undo} autoFocus>
              Undo
            </Button>
          }
        >
          All filters cleared.
        </Notice>
      ) : null}
      {isKept ? null : (
        <Notice kind="warning">
          This browser has no room to keep so long a selection. It is lost when you reload the page.
        </Notice>
      )}
      {isOpen ? <YourFilters onClose={() => setIsOpen(false)} isRange={isRange} /> : null}
    </header>
  )
}

/** Pasted lists can hold thousands. */
const SHOWN_VALUES = 50

interface YourFiltersProps {
  onClose: () => void
  isRange: (place: FilterPlace) => boolean
}

function YourFilters({ onClose, isRange }: YourFiltersProps) {
  const [selection, setSelection] = useAtom(selectedFiltersAtom)
  const [copy, setCopy] = useState(selection)
  const fetchAtOnce = useSetAtom(fetchAtOnceAtom)

  const apply = () => {
    setSelection(copy)
    fetchAtOnce((before) => before + 1)
    onClose()
  }
  const filters = listPlaces(copy)
  const footer = (
    <>
      <Button variant="quiet" onPress={() => setCopy({})}>
        Clear all
      </Button>
      <span className={yours.space} />
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
        <p className={yours.none}>No filters. Every household is shown.</p>
      ) : (
        <ul className={yours.filters}>
          {filters.map((filter) => (
            <AppliedFilter
              key={writePlaceKey(filter)}
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
    <li className={yours.filter}>
      <div className={yours.title}>
        <h3>{displayName}</h3>
        <Button variant="quiet" aria-label={`Remove ${displayName}`} onPress={onRemove}>
          Remove
        </Button>
      </div>
      {isRange ? (
        <p className={yours.range}>{valuesInWords(filter, isRange)}</p>
      ) : (
        <ul className={yours.values}>
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
