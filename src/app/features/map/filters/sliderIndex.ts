/** Counts that follow a slider without requests, loaded when one is touched. */
import type { Table } from '@uwdata/flechette'
import { z } from 'zod'
import { facetBins } from '#contract/households/bins'
import { unpackIndex, type FacetIndex } from '#contract/households/facetIndex'
import { FACET_COUNTS_COLUMN, FACET_METADATA, type Facet, type Facets } from '#contract/households/filters'
import { Outdated } from '../../../api/errors'

export interface CountsAlong {
  readonly households: number
  readonly countOf: (filterName: string, value: string) => number | undefined
  readonly binsOf: (filterName: string) => readonly number[] | undefined
}

export interface SliderIndex {
  /**
   * Counts by the slider's range, except its own. Exact for bins of one whole number, else by bins whose middle is
   * inside. Undefined for another catalogue's index.
   */
  along(facets: Facets, filterName: string): ((range: readonly [number, number]) => CountsAlong) | undefined
}

const numbersSchema = z.array(z.int().nonnegative())

/** Decodes `getFilterFacetIndex`. @throws Outdated */
export function decodeIndex(table: Table): SliderIndex {
  try {
    const numbers = (key: string) => numbersSchema.parse(JSON.parse(table.schema.metadata?.get(key) ?? ''))
    const bytes = z.instanceof(Uint8Array).parse(table.getChild(FACET_COUNTS_COLUMN).toArray())
    const shape = { households: numbers(FACET_METADATA.households), sizes: numbers(FACET_METADATA.sizes) }
    return sliderIndex(unpackIndex(bytes, shape))
  } catch (error) {
    throw new Outdated({ cause: error })
  }
}

const computeSize = (facet: Facet) => ('bins' in facet ? facet.bins.length : facet.values.length)

/** Prepares an index for lookups in every frame. */
export function sliderIndex({ counts, households, sizes }: FacetIndex): SliderIndex {
  const width = counts.length / households.length
  /** Running sums: a range is a difference. */
  const before = new Float64Array(counts.length + width)
  counts.forEach((count, at) => (before[at + width] = (before[at] ?? 0) + count))

  return {
    along({ facets }, filterName) {
      const own = facets.find((facet) => facet.filter_name === filterName)
      const isSame =
        facets.length === sizes.length && facets.every((one, at) => one === own || computeSize(one) === sizes[at])
      if (!own || !('bins' in own) || own.bins.length !== households.length || !isSame) return undefined
      const { minimum, maximum, bins } = own
      const { step, isWhole } = facetBins(minimum, maximum, bins.length)
      const middles = bins.map((_, bin) => minimum + (isWhole ? bin : (bin + 0.5) * step))
      const { ranges, values } = layOutPlaces(facets, sizes)

      return ([from, to]) => {
        const inside = [...middles.keys()].filter((bin) => {
          const middle = middles[bin] ?? NaN
          return middle >= from && middle <= to
        })
        const start = (inside[0] ?? 0) * width
        const end = start + inside.length * width
        const countAt = (place: number) => (before[end + place] ?? 0) - (before[start + place] ?? 0)
        return {
          households: inside.reduce((sum, bin) => sum + (households[bin] ?? 0), 0),
          countOf(name, value) {
            const place = values.get(name)?.get(value)
            return place === undefined ? undefined : countAt(place)
          },
          binsOf(name) {
            if (name === filterName) return bins
            const range = ranges.get(name)
            return range && Array.from({ length: range.length }, (_, bin) => countAt(range.place + bin))
          },
        }
      }
    },
  }
}

function layOutPlaces(facets: readonly Facet[], sizes: readonly number[]) {
  const ranges = new Map<string, { readonly place: number; readonly length: number }>()
  const values = new Map<string, ReadonlyMap<string, number>>()
  let place = 0
  for (const [at, facet] of facets.entries()) {
    const length = sizes[at] ?? 0
    const first = place
    if ('bins' in facet) ranges.set(facet.filter_name, { place, length })
    else values.set(facet.filter_name, new Map(facet.values.map(({ name }, index) => [name, first + index])))
    place += length
  }
  return { ranges, values }
}
