/** A household failing exactly one selection counts only for that facet; failing several, for none. */
import { findBin } from '#contract/households/bins'
import { loadKernel, type SharedMemory } from './kernel'
import { layOutFacetMemory, placedColumn, type Entries, type Layout } from './facetMemory'
import {
  MAX_CODES,
  NO_CODE,
  type ColumnBytes,
  type FacetShape,
  type FacetCounts,
  type FacetSelection,
} from './messages'

export interface FacetTable {
  count(selections: readonly FacetSelection[], along?: number): FacetCounts
}

/** Each failure mark is one byte. */
const MAX_SELECTIONS = 253

const MATCHES = 0

/** @throws Error for a facet of an unknown column */
export function layOutFacets(
  households: number,
  columns: Readonly<Record<string, ColumnBytes>>,
  facets: readonly FacetShape[],
): Layout {
  const width = facets.reduce((sum, { size }) => sum + size + 1, 0)
  const largest = Math.max(0, ...facets.map(({ size }) => size)) + 1
  return layOutFacetMemory(households, columns, facets, Math.max(largest * 2, width * (countBins(facets) + 1)))
}

const countBins = (facets: readonly FacetShape[]): number =>
  Math.max(0, ...facets.map((facet) => ('step' in facet ? facet.size : 0)))

/**
 * Sorts households into bins up front.
 * @param memory holds the columns, placed by `layout`
 */
export function createFacetTable(
  households: number,
  layout: Layout,
  facets: readonly FacetShape[],
  memory: SharedMemory,
): FacetTable {
  const starts = [0]
  for (const { size } of facets) starts.push((starts.at(-1) ?? 0) + size + 1)
  const width = starts.at(-1) ?? 0
  const bins = countBins(facets) + 1
  const { columns, entries, failures, rows, bits, passing, counts } = layout
  const kernel = loadKernel(memory)
  entries.forEach((each, index) => {
    const facet = facets[index]
    if (facet && 'step' in facet) sortInto(memory, households, facet, each)
  })

  const cleared = (at: number, length: number) => new Uint8Array(memory.buffer, at, length).fill(0)
  const numbers = (length: number) => new Uint32Array(memory.buffer, counts, length)

  function test({ test: by }: FacetSelection, mark: number): void {
    if ('bits' in by) {
      new Uint8Array(memory.buffer, bits, Math.ceil(households / 8)).set(by.bits.subarray(0, Math.ceil(households / 8)))
      return kernel.testBits(failures, bits, households, mark)
    }
    const { bytes: each, at } = placedColumn(columns, by.column)
    if ('codes' in by) {
      const passes = cleared(passing, MAX_CODES + 1)
      for (const code of by.codes) passes[code] = 255
      if (each === 2) return kernel.testCodes16(failures, at, households, passing, mark)
      return kernel.testCodes8(failures, at, households, passing, Math.max(0, ...by.codes) + 1, mark)
    }
    if (each === 4) return kernel.testRange32(failures, at, households, by.from, by.to, mark)
    return kernel.testRange8(failures, at, households, Math.max(0, by.from), Math.min(NO_CODE - 1, by.to), mark)
  }

  const selectRows = (failure: number, others = false) =>
    kernel.selectRows(failures, households, failure, others ? 1 : 0, rows)

  function countRows(facet: number, length: number): Uint32Array {
    const entry = entries[facet]
    const size = (facets[facet]?.size ?? 0) + 1
    cleared(counts, size * 2 * 4)
    if (entry?.isWide) kernel.countRows16(entry.at, rows, length, counts)
    else if (entry) kernel.countRows8(entry.at, rows, length, counts, size)
    const tallies = numbers(size * 2)
    return Uint32Array.from({ length: size }, (_, at) => (tallies[at] ?? 0) + (tallies[size + at] ?? 0))
  }

  const countAll = (length: number) => {
    const all = new Uint32Array(width)
    facets.forEach((_, facet) => all.set(countRows(facet, length), starts[facet]))
    return all
  }
  cleared(failures, households)
  const totals = countAll(selectRows(MATCHES))

  function countTogether(selections: readonly FacetSelection[]): FacetCounts {
    const matching = kernel.countMatches(failures, households)
    // Counts the fewer of matches and rest.
    const isFew = matching * 2 <= households
    const found = countAll(selectRows(MATCHES, !isFew))
    const all = isFew ? found : totals.map((total, at) => total - (found[at] ?? 0))
    selections.forEach(({ facet }, index) => {
      if (facet === -1) return
      const start = starts[facet] ?? 0
      countRows(facet, selectRows(index + 1)).forEach((count, at) => (all[start + at] = (all[start + at] ?? 0) + count))
    })
    return { counts: all, households: Uint32Array.of(matching) }
  }

  function countAlong(selections: readonly FacetSelection[], along: number): FacetCounts {
    const of = entries[along]
    const size = facets[along]?.size
    if (!of || of.isWide || size === undefined || size >= bins) throw new Error(`Facet ${along} has no bins.`)
    const add = (facet: number, length: number) => {
      const entry = entries[facet]
      if (!entry) return
      const countAlongRows = entry.isWide ? kernel.countAlong16 : kernel.countAlong8
      countAlongRows(of.at, entry.at, rows, length, counts + (starts[facet] ?? 0) * 4, width)
    }
    const length = selectRows(MATCHES)
    // The last bin holds households without a value.
    const households = countRows(along, length).slice(0, size)
    cleared(counts, width * (size + 1) * 4)
    facets.forEach((_, facet) => add(facet, length))
    selections.forEach(({ facet }, index) => add(facet, selectRows(index + 1)))
    return { counts: numbers(width * size).slice(), households }
  }

  return {
    count(selections, along) {
      const kept = selections.filter(({ facet }) => along === undefined || facet !== along)
      if (kept.length > MAX_SELECTIONS) throw new Error('There are too many selections to count.')
      cleared(failures, households)
      kept.forEach((selection, index) => test(selection, index + 1))
      return along === undefined ? countTogether(kept) : countAlong(kept, along)
    },
  }
}

function sortInto(
  { buffer }: SharedMemory,
  households: number,
  facet: Extract<FacetShape, { step: number }>,
  { at, isWide, column }: Entries,
): void {
  const entries = isWide ? new Uint16Array(buffer, at, households) : new Uint8Array(buffer, at, households)
  const isMoney = column.bytes === 4
  const values = isMoney ? new Int32Array(buffer, column.at, households) : new Uint8Array(buffer, column.at, households)
  for (let row = 0; row < households; row++) {
    const value = values[row] ?? 0
    entries[row] = !isMoney && value === NO_CODE ? facet.size : findBin(value, facet)
  }
}
