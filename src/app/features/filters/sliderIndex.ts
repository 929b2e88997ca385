/** Counts that follow a slider without requests. Loaded when one is touched. */
import type { Table } from '@uwdata/flechette'
import { z } from 'zod'
import { facetBins } from '#contract/bins'
import { unpackIndex, type FacetIndex } from '#contract/facetIndex'
import { FACET_COUNTS_COLUMN, FACET_METADATA, type Facet, type Facets } from '#contract/filters'
import { Outdated } from '../../api/errors'

export interface CountsAlong {
  readonly households: number
  readonly facetOf: (filterName: string) => Facet | undefined
}

export interface SliderIndex {
  /**
   * The counts with the slider's filter at `range`, except its own. Exact if a bin is one whole number, else by the
   * bins whose middle is inside. Undefined if the index is of another catalogue.
   */
  along(facets: Facets, filterName: string, range: readonly [number, number]): CountsAlong | undefined
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

const sizeOf = (facet: Facet) => ('bins' in facet ? facet.bins.length : facet.values.length)

/** Prepares an index for lookups in every frame. */
export function sliderIndex({ counts, households, sizes }: FacetIndex): SliderIndex {
  const width = counts.length / households.length
  /** Running sums: a range is the difference of two. */
  const before = new Float64Array(counts.length + width)
  counts.forEach((count, at) => (before[at + width] = (before[at] ?? 0) + count))

  return {
    along({ facets }, filterName, [from, to]) {
      const own = facets.find((facet) => facet.filter_name === filterName)
      const isSame =
        facets.length === sizes.length && facets.every((one, at) => one === own || sizeOf(one) === sizes[at])
      if (!own || !('bins' in own) || own.bins.length !== households.length || !isSame) return undefined
      const { minimum, maximum, bins } = own
      const { step, isWhole } = facetBins(minimum, maximum, bins.length)
      const inside = [...bins.keys()].filter((bin) => {
        const middle = minimum + (isWhole ? bin : (bin + 0.5) * step)
        return middle >= from && middle <= to
      })
      const start = (inside[0] ?? 0) * width
      const end = start + inside.length * width
      const countOf = (place: number) => (before[end + place] ?? 0) - (before[start + place] ?? 0)
      // Only facets on screen, each computed once.
      const made = new Map<string, Facet | undefined>([[filterName, own]])
      const make = (name: string): Facet | undefined => {
        let place = 0
        for (const [at, facet] of facets.entries()) {
          if (facet.filter_name === name) {
            if ('bins' in facet) return { ...facet, bins: facet.bins.map((_, bin) => countOf(place + bin)) }
            const values = facet.values.map(({ name: value }, index) => ({
              name: value,
              household_count: countOf(place + index),
            }))
            return { ...facet, values }
          }
          place += sizes[at] ?? 0
        }
        return undefined
      }
      return {
        households: inside.reduce((sum, bin) => sum + (households[bin] ?? 0), 0),
        facetOf(name) {
          if (!made.has(name)) made.set(name, make(name))
          return made.get(name)
        },
      }
    },
  }
}
