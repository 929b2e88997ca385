import { useEffect, useRef } from 'react'
import { findBin, facetBins } from '#contract/households/bins'
import type { Facet, Filter } from '#contract/households/filters'
import { useFilterValues } from '../../../../state/filters/selectedFilters'
import { type FilterPlace } from '../../../../state/filters/selection'
import { useAtomWriter, useSetAtom } from '../../../../state/store'
import { RangeSlider } from '../../../../ui/range-slider/RangeSlider'
import { heldSliderAtom, useCountsWriter, useFacet } from '../facets'
import styles from './controls.module.css'
import { NumberPair } from './NumberPair'
import { rangeValues, selectedRange, type FilterRange } from './rangeValues'

interface RangeControlProps {
  filter: Filter
  place: FilterPlace
  range: FilterRange
}

/** A slider, applied on release; the whole range is no filter. */
export function RangeControl({ filter, place, range }: RangeControlProps) {
  const { filterName } = place
  const setHeld = useSetAtom(heldSliderAtom)
  useEffect(() => () => setHeld((held) => (held?.filterName === filterName ? null : held)), [filterName, setHeld])
  return (
    // Fetch the index before the first move.
    <div
      className={styles.range}
      onPointerEnter={() => setHeld((held) => held ?? { filterName, range: null })}
      // What entered while another slider's counts stayed.
      onPointerDown={() => setHeld((held) => (held && !held.isReleased ? held : { filterName, range: null }))}
      onPointerLeave={() => setHeld((held) => (held?.range === null ? null : held))}
    >
      <Slider filter={filter} place={place} range={range} />
      <NumberPair label={`${filter.display_name}: exact values`} place={place} range={range} />
    </div>
  )
}

function Slider({ filter, place, range: { bounds, write } }: RangeControlProps) {
  const { filterName } = place
  const { values, replace } = useFilterValues(place)
  const applied = selectedRange(values) ?? bounds
  const clamp = (value: number) => Math.min(Math.max(value, bounds.min), bounds.max)
  const value = [clamp(applied.min), clamp(applied.max)] as const

  const setHeld = useSetAtom(heldSliderAtom)
  const apply = ([min, max]: readonly [number, number]) => {
    setHeld((held) => (held?.filterName === filterName ? { filterName, range: [min, max], isReleased: true } : held))
    const isWhole = min <= bounds.min && max >= bounds.max
    replace(isWhole ? [] : rangeValues(min, max, write))
  }
  return (
    <>
      <Histogram filterName={filterName} selected={value} />
      <RangeSlider
        label={filter.display_name}
        minValue={bounds.min}
        maxValue={bounds.max}
        value={value}
        onDrag={(next) => setHeld({ filterName, range: next })}
        onChangeEnd={apply}
        format={write}
        isDisabled={bounds.min === bounds.max}
      />
    </>
  )
}

/** As a share of a bin's width. */
const BAR_WIDTH = 0.8
/** Grows more slowly than counts, so that a long tail stays visible. */
const GROWTH = 0.4
/** Per cent. */
const LEAST_HEIGHT = 4

type RangeFacet = Extract<Facet, { bins: unknown }>
type Range = readonly [number, number]

/** Decorative: the counts say the same. */
function Histogram({ filterName, selected }: { filterName: string; selected: Range }) {
  const facet = useFacet(filterName)
  return facet && 'bins' in facet ? <Bars facet={facet} selected={selected} /> : null
}

function Bars({ facet, selected }: { facet: RangeFacet; selected: Range }) {
  const { filter_name: filterName, minimum, maximum, bins } = facet
  const all = useRef<SVGPathElement>(null)
  const marked = useRef<SVGPathElement>(null)
  const part = useRef<SVGSVGElement>(null)
  const drawn = useRef<{ bins?: readonly number[]; part?: string }>({})
  useCountsWriter((counts) => {
    const now = counts?.binsOf(filterName)
    if (!now || now === drawn.current.bins) return
    drawn.current.bins = now
    const bars = drawPath(now)
    all.current?.setAttribute('d', bars)
    marked.current?.setAttribute('d', bars)
  })
  useAtomWriter(heldSliderAtom, (held) => {
    const [from, to] = (held?.filterName === filterName && held.range) || selected
    const scale = facetBins(minimum, maximum, bins.length)
    const [first, last] = [findBin(from, scale), findBin(to, scale)]
    const viewBox = `${first} 0 ${last - first + 1} 100`
    if (viewBox === drawn.current.part) return
    drawn.current.part = viewBox
    part.current?.setAttribute('viewBox', viewBox)
    part.current?.setAttribute('x', String(first))
    part.current?.setAttribute('width', String(last - first + 1))
  })
  return (
    <svg className={styles.histogram} viewBox={`0 0 ${bins.length} 100`} preserveAspectRatio="none" aria-hidden="true">
      <path ref={all} />
      {/* Clipped from the same bars, which stay while their slider moves. */}
      <svg ref={part} className={styles.selected} preserveAspectRatio="none">
        <path ref={marked} />
      </svg>
    </svg>
  )
}

/** One path: it is drawn in each frame of another slider. */
function drawPath(bins: readonly number[]): string {
  const most = Math.max(1, ...bins)
  let path = ''
  for (const [bin, households] of bins.entries()) {
    if (households === 0) continue
    const top = 100 - Math.round(Math.max(LEAST_HEIGHT, (households / most) ** GROWTH * 100))
    path += `M${bin} 100V${top}h${BAR_WIDTH}V100`
  }
  return path
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
