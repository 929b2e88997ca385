/**
 * For each choice, how many households match all other selections, in one pass: a household that fails one selection
 * alone counts for that selection's facet, one that fails several for none.
 */
import { binOf } from '#contract/bins'
import { createArena, loadKernel } from './kernel'
import { NO_CODE, NO_WIDE_CODE, type Facet, type FacetColumn, type FacetCounts, type Selection } from './messages'

export interface FacetTable {
  readonly bytes: number
  /** @param along a facet of bins: counts for each of its bins, whatever is selected of it */
  count(selections: readonly Selection[], along?: number): FacetCounts
}

/** More could not be told apart in a byte. */
const MAX_SELECTIONS = 253

const MATCHES = 0

/**
 * Copies the columns into WebAssembly's memory and sorts households into the facets' values and bins, so that counting
 * only looks up.
 * @throws Error for a facet of an unknown column
 */
export function createFacetTable(
  households: number,
  columns: Readonly<Record<string, FacetColumn>>,
  facets: readonly Facet[],
): FacetTable {
  const starts = [0]
  for (const { size } of facets) starts.push((starts.at(-1) ?? 0) + size + 1)
  const width = starts.at(-1) ?? 0
  const largest = Math.max(0, ...facets.map(({ size }) => size)) + 1
  const bins = Math.max(0, ...facets.map((facet) => ('step' in facet ? facet.size : 0))) + 1

  const { kernel, memory, bytes, columnAt, entries, failures, rows, bits, passing, counts } = fillMemory(
    households,
    columns,
    facets,
    Math.max(largest * 2, width * bins, 256),
  )

  const cleared = (at: number, length: number) => new Uint8Array(memory.buffer, at, length).fill(0)
  const numbers = (length: number) => new Uint32Array(memory.buffer, counts, length)

  function test({ test: by }: Selection, mark: number): void {
    if ('bits' in by) {
      new Uint8Array(memory.buffer, bits, Math.ceil(households / 8)).set(by.bits.subarray(0, Math.ceil(households / 8)))
      return kernel.testBits(failures, bits, households, mark)
    }
    const { bytes: each, at } = columnCalled(columnAt, by.column)
    if ('codes' in by) {
      const passes = cleared(passing, NO_WIDE_CODE + 1)
      for (const code of by.codes) passes[code] = 1
      const testCodes = each === 2 ? kernel.testCodes16 : kernel.testCodes8
      return testCodes(failures, at, households, passing, mark)
    }
    if (each === 4) return kernel.testRange32(failures, at, households, by.from, by.to, mark)
    return kernel.testRange8(failures, at, households, Math.max(0, by.from), Math.min(NO_CODE - 1, by.to), mark)
  }

  function sizes(): Uint32Array {
    cleared(counts, 256 * 4)
    kernel.countFailures(failures, households, counts)
    return numbers(256).slice()
  }

  const selectRows = (failure: number, others = false) =>
    kernel.selectRows(failures, households, failure, others ? 1 : 0, rows)

  /** Of the rows that were selected last. */
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

  function countTogether(selections: readonly Selection[]): FacetCounts {
    const matching = sizes()[MATCHES] ?? 0
    // Whichever are fewer: those that match, or the rest, taken from the totals.
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

  function countAlong(selections: readonly Selection[], along: number): FacetCounts {
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
    // The bin after the last is of the households without a value.
    const households = countRows(along, length).slice(0, size)
    cleared(counts, width * (size + 1) * 4)
    facets.forEach((_, facet) => add(facet, length))
    selections.forEach(({ facet }, index) => add(facet, selectRows(index + 1)))
    return { counts: numbers(width * size).slice(), households }
  }

  return {
    bytes,
    count(selections, along) {
      const kept = selections.filter(({ facet }) => along === undefined || facet !== along)
      if (kept.length > MAX_SELECTIONS) throw new Error('There are too many selections to count.')
      cleared(failures, households)
      kept.forEach((selection, index) => test(selection, index + 1))
      return along === undefined ? countTogether(kept) : countAlong(kept, along)
    },
  }
}

interface Placed {
  readonly at: number
  /** Of a household: codes have one or two, money four. */
  readonly bytes: number
}

function columnCalled(columnAt: ReadonlyMap<string, Placed>, name: string): Placed {
  const found = columnAt.get(name)
  if (!found) throw new Error(`There is no column ${name} to count.`)
  return found
}

/** Apart from what counts, which would keep the arrays that were copied. @param countsLength how many are made at once */
function fillMemory(
  households: number,
  columns: Readonly<Record<string, FacetColumn>>,
  facets: readonly Facet[],
  countsLength: number,
) {
  const arena = createArena()
  const columnAt = new Map(
    Object.entries(columns).map(([name, column]) => {
      return [name, { bytes: column.BYTES_PER_ELEMENT, at: arena.add(column) }] as const
    }),
  )
  const entries = facets.map((facet) => {
    const { at } = columnCalled(columnAt, facet.column)
    const column = columns[facet.column] ?? new Uint8Array()
    const entry = entriesOf(facet, column)
    return { isWide: entry instanceof Uint16Array, at: entry === column ? at : arena.add(entry) }
  })
  const places = {
    failures: arena.reserve(households),
    rows: arena.reserve((households + 1) * 4),
    bits: arena.reserve(Math.ceil(households / 8)),
    passing: arena.reserve(NO_WIDE_CODE + 1),
    counts: arena.reserve(countsLength * 4),
  }
  return { ...loadKernel(arena), ...places, columnAt, entries }
}

function entriesOf(facet: Facet, column: FacetColumn): Uint8Array | Uint16Array {
  const { size } = facet
  // A column of codes that are the entries already, none of them empty.
  if ('groups' in facet && column instanceof Uint8Array && facet.groups.every((group, code) => group === code))
    return column
  const entries = size < NO_CODE ? new Uint8Array(column.length) : new Uint16Array(column.length)
  const empty = column instanceof Uint8Array ? NO_CODE : column instanceof Uint16Array ? NO_WIDE_CODE : undefined
  for (let row = 0; row < column.length; row++) {
    const value = column[row] ?? 0
    if (value === empty) entries[row] = size
    else if ('groups' in facet) entries[row] = facet.groups[value] ?? size
    else entries[row] = binOf(value, facet)
  }
  return entries
}
