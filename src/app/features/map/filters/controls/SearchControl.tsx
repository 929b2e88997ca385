import { useEffect, useMemo, useRef, useState } from 'react'
import { MAX_VALUES_PER_FILTER, type Filter } from '#contract/households/filters'
import { useQuery } from '@tanstack/react-query'
import { figure, listed } from '../../../../lib/counts'
import { useFilterValues, type FilterValues } from '../../../../state/filters/selectedFilters'
import { type FilterPlace, type SelectedValue } from '../../../../state/filters/selection'
import { Button } from '../../../../ui/button/Button'
import { Chip } from '../../../../ui/chip/Chip'
import { ValueCount } from '../Counts'
import { SearchList } from '../../../../ui/search-list/SearchList'
import { SUMMARY_ABOVE, summariseValues } from './summary'
import styles from './controls.module.css'
import { isAborted, explainError, Offline } from '../../../../api/errors'
import { useDebounced } from '../../../../lib/useDebounced'
import { isPartial, resolvePasted, SEARCH_DELAY, searchHeld, searchQuery, type FoundOptions } from '../searchSource'
import { holdsSeveral, splitPasted } from '../../../../lib/matchPasted'
import { notify } from '../../../../ui/notify/notify'

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
    // The pressed button disappears: keep the focus near.
    whole.current?.focus()
  }
  const shown = options.length
  return (
    <div className={styles.stack} ref={whole} tabIndex={-1}>
      <SearchList
        label={filter.display_name}
        isLabelHidden={isLabelHidden}
        placeholder={filter.placeholder}
        options={options.map((option) => ({
          id: option.id,
          label: option.displayName,
          detail: <ValueCount filterName={filter.filter_name} value={option.id} hasWord />,
        }))}
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
          <span>{summariseValues(values)}</span>
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

export interface Options extends FoundOptions {
  isWaiting: boolean
  failure: string | null
}

const NOTHING: FoundOptions = { options: [], total: null }

function useOptions(filter: Filter, query: string): Options {
  const settled = useDebounced(query, query === '' ? 0 : SEARCH_DELAY)
  const first = useMemo(() => searchHeld(filter, ''), [filter])
  const held = useMemo(() => (isPartial(filter) ? null : searchHeld(filter, settled)), [filter, settled])
  const isOnServer = held === null && settled.trim() !== ''
  const search = useQuery({ ...searchQuery(filter, settled), enabled: isOnServer })

  if (!isOnServer) return { ...(held ?? first), isWaiting: query !== settled, failure: null }
  const failure = search.error ?? (search.isPaused && !search.data ? new Offline() : null)
  return {
    ...(failure === null ? (search.data ?? first) : NOTHING),
    isWaiting: query !== settled || (failure === null && (search.isPending || search.isPlaceholderData)),
    failure: failure?.message ?? null,
  }
}

export interface Paste {
  /** For several values; a single one is left to the field. */
  take: (text: string) => boolean
  isMatching: boolean
  problem: string | null
}

function usePaste(filter: Filter, add: FilterValues['add']): Paste {
  const [isMatching, setIsMatching] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])

  const refuse = (text: string) => {
    setProblem(text)
    void notify.error(text)
  }

  const match = async (text: string) => {
    current.current?.abort()
    const controller = new AbortController()
    current.current = controller
    setProblem(null)
    setIsMatching(true)
    try {
      const { matched, unmatched } = await resolvePasted(filter, text, controller.signal)
      if (controller.signal.aborted) return
      const count = add(matched, MAX_VALUES_PER_FILTER)
      if (count > MAX_VALUES_PER_FILTER) {
        refuse(tooMany(`With the pasted values there would be ${figure(count)}`))
      } else if (unmatched.length > 0) {
        setProblem(`Not found: ${listed(unmatched)}`)
        void notify.error(`Some values were not found: ${listed(unmatched)}`)
      }
    } catch (error) {
      if (!controller.signal.aborted && !isAborted(error)) refuse(explainError(error))
    } finally {
      if (current.current === controller) setIsMatching(false)
    }
  }

  const take = (text: string) => {
    if (!holdsSeveral(text)) return false
    const count = splitPasted(text).length
    if (count > MAX_VALUES_PER_FILTER) refuse(tooMany(`You pasted ${figure(count)} values`))
    else void match(text)
    return true
  }
  return { take, isMatching, problem }
}

const tooMany = (what: string) =>
  `${what}, and one filter takes at most ${figure(MAX_VALUES_PER_FILTER)}. Nothing was changed: paste a shorter list.`
