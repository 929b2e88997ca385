import { useState } from 'react'
import {
  appliedFilterCountAtom,
  type FilterPlace,
  type SelectedFilters,
  selectedFiltersAtom,
  selectionKeptAtom,
} from '../../state/filters/selectedFilters'
import { useAtom, useAtomValue } from '../../state/store'
import { Button } from '../../ui/button/Button'
import { Chip } from '../../ui/chip/Chip'
import { Notice } from '../../ui/notice/Notice'
import styles from './FilterPanel.module.css'
import { YourFilters } from './YourFilters'

/** The title, how many filters are applied, and Clear all with undo. */
export function PanelHeader({ titleId, isRange }: { titleId: string; isRange: (place: FilterPlace) => boolean }) {
  const [selection, setSelection] = useAtom(selectedFiltersAtom)
  const count = useAtomValue(appliedFilterCountAtom)
  const isKept = useAtomValue(selectionKeptAtom)
  const [isOpen, setIsOpen] = useState(false)
  const [cleared, setCleared] = useState<SelectedFilters | null>(null)
  // Choosing another filter ends undo.
  const canUndo = cleared !== null && count === 0

  const clear = () => {
    setCleared(selection)
    setSelection({})
  }
  const undo = () => {
    if (cleared) setSelection(cleared)
    setCleared(null)
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
      {canUndo ? (
        <Notice
          action={
            // Clear all has just been disabled: undo takes its focus.
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
      <YourFilters isOpen={isOpen} onClose={() => setIsOpen(false)} isRange={isRange} />
    </header>
  )
}
