import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import type { Filter } from '#contract/filters'
import { useFilterValues, type FilterPlace, type SelectedValue } from '../../../state/filters/selectedFilters'
import { useSetAtom } from '../../../state/store'
import { RangeSlider } from '../../../ui/range-slider/RangeSlider'
import {
  digitsOf,
  fieldFault,
  isAllowedKey,
  judgePair,
  NUMERIC_FAULT,
  NUMERIC_FAULT_MS,
  type Bounds,
} from '../../../lib/rangeRules'
import { TextField } from '../../../ui/text-field/TextField'
import { heldSliderAtom, useFacet } from '../facets'
import styles from './controls.module.css'
import { figureWriter } from '../../../lib/counts'

interface RangeControlProps {
  filter: Filter
  place: FilterPlace
  range: RangeOf
}

/** A slider, applied on release; the whole range is no filter. */
export function RangeControl({ filter, place, range: { bounds, write } }: RangeControlProps) {
  const { values, replace } = useFilterValues(place)
  const [dragged, setDragged] = useState<readonly [number, number] | null>(null)
  const applied = selectedRange(values) ?? bounds
  const clamp = (value: number) => Math.min(Math.max(value, bounds.min), bounds.max)

  const { filterName } = place
  const setHeld = useSetAtom(heldSliderAtom)
  const drag = (range: [number, number]) => {
    setDragged(range)
    setHeld({ filterName, range })
  }
  const apply = ([min, max]: readonly [number, number]) => {
    setDragged(null)
    setHeld(null)
    const isWhole = min <= bounds.min && max >= bounds.max
    replace(isWhole ? [] : rangeValues(min, max, write))
  }
  const value = dragged ?? ([clamp(applied.min), clamp(applied.max)] as const)
  return (
    // The index is on its way before the first move.
    <div
      className={styles.range}
      onPointerEnter={() => setHeld((held) => held ?? { filterName, range: null })}
      onPointerLeave={() => setHeld((held) => (held?.range === null ? null : held))}
    >
      <Histogram filterName={filterName} selected={value} />
      <RangeSlider
        label={filter.display_name}
        minValue={bounds.min}
        maxValue={bounds.max}
        value={value}
        onChange={drag}
        onChangeEnd={apply}
        format={write}
        isDisabled={bounds.min === bounds.max}
      />
    </div>
  )
}

/** The households in each bin of a range, with the selected ones marked. What it shows is in the counts too. */
function Histogram({ filterName, selected: [from, to] }: { filterName: string; selected: readonly [number, number] }) {
  const facet = useFacet(filterName)
  if (!facet || !('bins' in facet)) return null
  const { minimum, maximum, bins } = facet
  const most = Math.max(1, ...bins)
  const step = (maximum - minimum) / Math.max(1, bins.length)
  return (
    <div className={styles.histogram} aria-hidden="true">
      {bins.map((households, bin) => {
        const start = minimum + bin * step
        const isSelected = start + step > from && start <= to
        const height = households === 0 ? 0 : Math.max(4, (households / most) * 100)
        return <span key={bin} style={{ height: `${height}%` }} data-selected={isSelected || undefined} />
      })}
    </div>
  )
}

interface IntegerControlProps {
  filter: Filter
  place: FilterPlace
  range: RangeOf
}
type Field = 'minimum' | 'maximum'

/** Minimum and maximum as text inputs, validated when the pair loses focus and applied only if valid. */
export function IntegerControl({ filter, place, range: { bounds, write } }: IntegerControlProps) {
  const { values, replace } = useFilterValues(place)
  const applied = selectedRange(values)
  const [texts, setTexts] = useState(() => textsOf(applied))
  const [shown, setShown] = useState(values)
  const [pairFault, setPairFault] = useState<string | null>(null)
  if (shown !== values) {
    // Follow changes from elsewhere, such as a template.
    setShown(values)
    setTexts(textsOf(applied))
    setPairFault(null)
  }
  const keyFault = useKeyFault()
  const faultId = useId()

  const validate = () => {
    const outcome = judgePair(texts.minimum, texts.maximum, bounds)
    setPairFault(outcome.kind === 'fault' ? outcome.message : null)
    if (outcome.kind === 'fault') return
    if (outcome.kind === 'range') replace(rangeValues(outcome.min, outcome.max, write))
    else if (applied) replace([])
  }
  const leave = (event: FocusEvent<HTMLDivElement>) => {
    // Moving between the two fields is not leaving the pair.
    if (!event.currentTarget.contains(event.relatedTarget)) validate()
  }
  const beforeKey = (field: Field) => (event: KeyboardEvent) => {
    if (event.key === 'Enter') validate()
    if (isAllowedKey(event)) return
    event.preventDefault()
    keyFault.show(field)
  }

  const field = (name: Field, label: string, hint: string) => {
    const overRange = fieldFault(name, texts[name], bounds)
    return (
      <TextField
        label={label}
        placeholder={hint}
        inputMode="numeric"
        maxLength={20}
        value={texts[name]}
        onChange={(text) => {
          setTexts((before) => ({ ...before, [name]: digitsOf(text) }))
          setPairFault(null)
        }}
        error={keyFault.field === name ? NUMERIC_FAULT : overRange}
        input={{ onKeyDown: beforeKey(name) }}
        {...(pairFault === null ? {} : { 'aria-describedby': faultId })}
      />
    )
  }
  const isOverRange = fieldFault('minimum', texts.minimum, bounds) ?? fieldFault('maximum', texts.maximum, bounds)
  return (
    <div className={styles.stack} role="group" aria-label={filter.display_name} onBlur={leave}>
      <Histogram filterName={place.filterName} selected={[applied?.min ?? bounds.min, applied?.max ?? bounds.max]} />
      <div className={styles.pair}>
        {field('minimum', 'Minimum', write(bounds.min))}
        {field('maximum', 'Maximum', write(bounds.max))}
      </div>
      <p className={styles.problem} id={faultId} role="alert">
        {/* A field over its range has its own message. */}
        {isOverRange === null ? pairFault : null}
      </p>
    </div>
  )
}

function textsOf(range: Bounds | null): Record<Field, string> {
  return { minimum: range ? String(range.min) : '', maximum: range ? String(range.max) : '' }
}

/** Which field had a disallowed key within {@link NUMERIC_FAULT_MS}. */
function useKeyFault() {
  const [field, setField] = useState<Field | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = (next: Field) => {
    clearTimeout(timer.current)
    setField(next)
    timer.current = setTimeout(() => setField(null), NUMERIC_FAULT_MS)
  }
  return { field, show }
}

/** A range filter's ends, and how its values read. */
export interface RangeOf {
  bounds: Bounds
  write: (value: number) => string
}

/** The range of a filter's two values, or null for other filters. */
export function rangeOf(filter: Filter): RangeOf | null {
  const [least, greatest, ...more] = filter.filter_values
  if (!least || !greatest || more.length > 0) return null
  const bounds = { min: Number(least.name), max: Number(greatest.name) }
  if (!Number.isFinite(bounds.min) || !Number.isFinite(bounds.max) || bounds.min > bounds.max) return null
  const write = figureWriter(
    { value: bounds.min, displayName: least.display_name },
    { value: bounds.max, displayName: greatest.display_name },
  )
  return { bounds, write }
}

/** Minimum and maximum as the selection stores them. */
function rangeValues(min: number, max: number, write: (value: number) => string): SelectedValue[] {
  return [min, max].map((value) => ({ id: String(value), displayName: write(value) }))
}

/** The selected range, or null when unset or malformed. */
function selectedRange(values: readonly SelectedValue[]): Bounds | null {
  const [least, greatest, ...more] = values.map((value) => Number(value.id))
  if (least === undefined || greatest === undefined || more.length > 0) return null
  return Number.isFinite(least) && Number.isFinite(greatest) ? { min: least, max: greatest } : null
}
