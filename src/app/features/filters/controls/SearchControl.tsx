import { useRef, useState } from 'react'
import type { Filter } from '#contract/filters'
import { figure } from '../../../lib/counts'
import { type FilterPlace, type SelectedValue, useFilterValues } from '../../../state/filters/selectedFilters'
import { Button } from '../../../ui/button/Button'
import { Chip } from '../../../ui/chip/Chip'
import { SearchList } from '../../../ui/search-list/SearchList'
import { useOptions } from '../useOptions'
import { usePaste } from '../usePaste'
import { SUMMARY_ABOVE, summaryOf } from './summary'
import styles from './controls.module.css'

interface SearchControlProps {
  filter: Filter
  place: FilterPlace
  isLabelHidden?: boolean
}

/** Type to search, choose several, or paste a list. */
export function SearchControl({ filter, place, isLabelHidden = true }: SearchControlProps) {
  const { values, toggle, replace, add } = useFilterValues(place)
  const whole = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const { options, total, isWaiting, failure } = useOptions(filter, query)
  const paste = usePaste(filter, add)

  const choose = (id: string) => {
    const value = options.find((option) => option.id === id) ?? values.find((one) => one.id === id)
    if (value) toggle(value)
  }
  const remove = (rest: readonly SelectedValue[]) => {
    replace(rest)
    // The pressed button disappears; keep the focus near.
    whole.current?.focus()
  }
  const shown = options.length
  return (
    <div className={styles.stack} ref={whole} tabIndex={-1}>
      <SearchList
        label={filter.display_name}
        isLabelHidden={isLabelHidden}
        placeholder={filter.placeholder}
        options={options.map((option) => ({ id: option.id, label: option.displayName }))}
        selectedIds={values.map((value) => value.id)}
        query={query}
        onQueryChange={setQuery}
        onChoose={choose}
        onPasteText={paste.take}
        emptyText={failure ?? (isWaiting ? 'Searching…' : 'Nothing found. Check the spelling.')}
        footer={
          total !== null && total > shown && shown > 0
            ? `Showing ${figure(shown)} of ${figure(total)}. Type to narrow the list.`
            : null
        }
      />
      {paste.isMatching ? (
        <p className={styles.hint} role="status">
          Looking for the pasted values…
        </p>
      ) : null}
      {paste.problem === null ? null : (
        <p className={styles.problem} role="status">
          {paste.problem}
        </p>
      )}
      {values.length > SUMMARY_ABOVE ? (
        <div className={styles.summary}>
          <span>{summaryOf(values)}</span>
          <Button variant="quiet" onPress={() => remove([])} aria-label={`Remove all: ${filter.display_name}`}>
            Remove all
          </Button>
        </div>
      ) : values.length > 0 ? (
        <ul className={styles.chips} aria-label={`Chosen: ${filter.display_name}`}>
          {values.map((value) => (
            <li key={value.id}>
              <Chip text={value.displayName} onRemove={() => remove(values.filter((one) => one !== value))} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
