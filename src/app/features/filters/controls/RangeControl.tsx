import { useState } from 'react'
import type { Filter } from '#contract/filters'
import { type FilterPlace, useFilterValues } from '../../../state/filters/selectedFilters'
import { RangeSlider } from '../../../ui/range-slider/RangeSlider'
import { rangeValues, selectedRange, type RangeOf } from './bounds'

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

  const apply = ([min, max]: readonly [number, number]) => {
    setDragged(null)
    const isWhole = min <= bounds.min && max >= bounds.max
    replace(isWhole ? [] : rangeValues(min, max, write))
  }
  return (
    <RangeSlider
      label={filter.display_name}
      minValue={bounds.min}
      maxValue={bounds.max}
      value={dragged ?? [clamp(applied.min), clamp(applied.max)]}
      onChange={setDragged}
      onChangeEnd={apply}
      format={write}
      isDisabled={bounds.min === bounds.max}
    />
  )
}
