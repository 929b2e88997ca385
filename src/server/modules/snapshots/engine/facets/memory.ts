import { MAX_CODES, NO_CODE, type ColumnBytes, type Facet } from './messages'

/** Where a column lies, and its bytes of a household. */
export interface Placed {
  readonly at: number
  readonly bytes: ColumnBytes
}

/** Where a facet's bins of the households lie; codes are counted in the column itself. */
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

/**
 * Lays out what is counted and the room to count in, in one memory: columns are written into it as they are read, so that
 * a snapshot is there once.
 * @param columns the bytes of a household in each
 * @param countsLength how many counts are made at once
 * @throws Error for a facet of an unknown column
 */
export function layOut(
  households: number,
  columns: Readonly<Record<string, ColumnBytes>>,
  facets: readonly Facet[],
  countsLength: number,
): Layout {
  // AssemblyScript keeps its first bytes to itself.
  let bytes = 1_024
  const reserve = (length: number) => {
    const at = bytes
    bytes += Math.ceil(length / 8) * 8
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
    rows: reserve((households + 1) * 4),
    bits: reserve(Math.ceil(households / 8)),
    passing: reserve(MAX_CODES + 1),
    counts: reserve(countsLength * 4),
    bytes,
  }
}

/** @throws Error without a column of that name */
export function placedColumn(columns: Layout['columns'], name: string): Placed {
  const found = columns.get(name)
  if (!found) throw new Error(`There is no column ${name} to count.`)
  return found
}
