import { MAX_CODES, NO_CODE, type ColumnBytes, type FacetShape } from './messages'

export interface Placed {
  readonly at: number
  readonly bytes: ColumnBytes
}

export interface Entries {
  readonly at: number
  readonly isWide: boolean
  readonly column: Placed
}

export interface Layout {
  readonly columns: ReadonlyMap<string, Placed>
  readonly entries: readonly Entries[]
  readonly failures: number
  readonly rows: number
  readonly bits: number
  readonly passing: number
  readonly counts: number
  readonly bytes: number
}

/** The kernel works on 16 households at a time, past the last one too: 64 bytes of the widest columns. */
const ALIGNMENT = 64

/**
 * Columns and counters in one memory.
 * @param columns bytes per household in each
 * @throws Error for a facet of an unknown column
 */
export function layOutFacetMemory(
  households: number,
  columns: Readonly<Record<string, ColumnBytes>>,
  facets: readonly FacetShape[],
  countsLength: number,
): Layout {
  // AssemblyScript reserves the first bytes.
  let bytes = 1_024
  const reserve = (length: number) => {
    const at = bytes
    bytes += Math.ceil(length / ALIGNMENT) * ALIGNMENT
    return at
  }
  const placed = new Map(
    Object.entries(columns).map(([name, each]) => [name, { bytes: each, at: reserve(households * each) }] as const),
  )
  const entries = facets.map((facet) => {
    const column = placedColumn(placed, facet.column)
    if (!('step' in facet)) return { at: column.at, isWide: column.bytes === 2, column }
    const isWide = facet.size >= NO_CODE
    const at = reserve(households * (isWide ? 2 : 1))
    return { at, isWide, column }
  })
  return {
    columns: placed,
    entries,
    failures: reserve(households),
    rows: reserve(households * 4),
    bits: reserve(Math.ceil(households / 8)),
    passing: reserve(MAX_CODES + 1),
    counts: reserve(countsLength * 4),
    bytes,
  }
}

/** @throws Error for an unknown column */
export function placedColumn(columns: Layout['columns'], name: string): Placed {
  const found = columns.get(name)
  if (!found) throw new Error(`There is no column ${name} to count.`)
  return found
}
