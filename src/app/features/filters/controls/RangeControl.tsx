import { useState } from 'react'
import { binOf, facetBins } from '#contract/bins'
import type { Filter } from '#contract/filters'
import { useFilterValues, type FilterPlace } from '../../../state/filters/selectedFilters'
import { useSetAtom } from '../../../state/store'
import { RangeSlider } from '../../../ui/range-slider/RangeSlider'
import { heldSliderAtom, useFacet } from '../facets'
import styles from './controls.module.css'
import { NumberPair } from './NumberPair'
import { rangeValues, selectedRange, type RangeOf } from './rangeValues'

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
      <NumberPair label={`${filter.display_name}: exact values`} place={place} range={{ bounds, write }} />
    </div>
  )
}

/** The households in each bin of a range, with the selected ones marked. What it shows is in the counts too. */
function Histogram({ filterName, selected: [from, to] }: { filterName: string; selected: readonly [number, number] }) {
  const facet = useFacet(filterName)
  if (!facet || !('bins' in facet)) return null
  const { minimum, maximum, bins } = facet
  const most = Math.max(1, ...bins)
  const scale = facetBins(minimum, maximum, bins.length)
  return (
    <div className={styles.histogram} aria-hidden="true">
      {bins.map((households, bin) => {
        const isSelected = bin >= binOf(from, scale) && bin <= binOf(to, scale)
        const height = households === 0 ? 0 : Math.max(4, (households / most) * 100)
        return <span key={bin} style={{ height: `${height}%` }} data-selected={isSelected || undefined} />
      })}
    </div>
  )
}

/** Minimum and maximum as text inputs under a histogram. */
export function IntegerControl({ filter, place, range }: RangeControlProps) {
  const { values } = useFilterValues(place)
  const { min, max } = selectedRange(values) ?? range.bounds
  return (
    <div className={styles.stack}>
      <Histogram filterName={place.filterName} selected={[min, max]} />
      <NumberPair label={filter.display_name} place={place} range={range} />
    </div>
  )
}
