import { snapshotColumn, SNAPSHOT_COLUMNS, type SnapshotColumn } from '../../columns'
import type { Use } from '../engine'
import { createTableCache } from '../tableCache'
import type { Condition, Predicate } from '../../predicate'
import type { FacetDefinition, FacetQueries } from '../../snapshot'
import { readFacetColumns } from './columns'
import { createFacetCounter } from './counter'
import type { Facet, Selection } from './messages'

export interface FacetEngine {
  queries(source: FacetSource, use: Use, matches: (predicate: Predicate) => Promise<Uint8Array>): FacetQueries
  /** Drops what is kept of a file that is gone. */
  forget(key: string): Promise<void>
  inMemory(): { readonly count: number; readonly bytes: number }
  close(): Promise<void>
}

export interface FacetSource {
  readonly key: string
  readonly householdCount: number
  readonly wardCodes: readonly string[]
}

/** Measured: 93 for what is counted, 5 to count. */
const BYTES_A_HOUSEHOLD = 100

/**
 * Counts facets of snapshots beside DuckDB.
 * @param capacity bytes; the least recently used snapshots are dropped
 */
export function createFacetEngine(capacity: number): FacetEngine {
  const counter = createFacetCounter()
  const cache = createTableCache<string>(capacity, (key) => counter.drop(key).catch(() => {}))
  return {
    queries: ({ key, householdCount, wardCodes }, use, matches) => ({
      async facets({ facets, selections, along }) {
        const generation = `${key} ${counter.generation()}`
        const { item, release } = await cache.borrow(generation, householdCount * BYTES_A_HOUSEHOLD, async () => {
          const columns = await readFacetColumns(use, householdCount, wardCodes.length)
          await counter.load(generation, householdCount, columns, facets.map(facetOf(wardCodes)))
          return generation
        })
        try {
          const place = (name: string | undefined) => facets.findIndex((facet) => facet.name === name)
          const tests = await Promise.all(
            selections.map(async ({ facet, condition }) => ({
              facet: place(facet),
              test: testOf(condition, wardCodes) ?? { bits: new Uint8Array(await matches([condition])) },
            })),
          )
          const found = await counter.count(item, tests, along === undefined ? undefined : place(along))
          // After each facet stand the households without a value, which no choice has.
          const sizes = facets.map(({ size }) => size)
          return { households: found.households, counts: withoutEmpty(found.counts, sizes) }
        } finally {
          release()
        }
      },
    }),
    forget: (key) => cache.forget(key),
    inMemory: () => ({ count: cache.keys().length, bytes: cache.taken() }),
    close: () => counter.close(),
  }
}

function withoutEmpty(counts: Uint32Array, sizes: readonly number[]): Uint32Array {
  const width = sizes.reduce((sum, size) => sum + size + 1, 0)
  const kept = new Uint32Array((counts.length / width) * (width - sizes.length))
  let to = 0
  for (let from = 0; from < counts.length;) {
    for (const size of sizes) {
      kept.set(counts.subarray(from, from + size), to)
      from += size + 1
      to += size
    }
  }
  return kept
}

const columnNamed = (name: string): SnapshotColumn | undefined => SNAPSHOT_COLUMNS.find((each) => each.name === name)

const codesOf = (column: SnapshotColumn, wardCodes: readonly string[]): readonly string[] =>
  column.kind === 'ward'
    ? wardCodes
    : column.kind === 'enum'
      ? column.values.map(({ name }) => name)
      : ['false', 'true']

const PENCE = 100

const facetOf =
  (wardCodes: readonly string[]) =>
  (facet: FacetDefinition): Facet => {
    const column = snapshotColumn(facet.column)
    if ('minimum' in facet) {
      const unit = column.kind === 'money' ? PENCE : 1
      const { minimum, step, size } = facet
      return { column: facet.column, minimum: minimum * unit, step: step * unit, size }
    }
    const places = new Map(facet.values.flatMap((names, index) => names.map((name) => [name, index] as const)))
    // A value that the list leaves out counts nowhere.
    const groups = codesOf(column, wardCodes).map((code) => places.get(code) ?? facet.size)
    return { column: facet.column, groups, size: facet.size }
  }

/** Undefined for what only DuckDB can test. */
function testOf(condition: Condition, wardCodes: readonly string[]): Selection['test'] | undefined {
  const column = condition.kind === 'inside' ? undefined : columnNamed(condition.column)
  if (condition.kind === 'inside' || !column || column.kind === 'text' || column.kind === 'degrees') return undefined
  const codes = (wanted: readonly string[]) =>
    codesOf(column, wardCodes).flatMap((code, index) => (wanted.includes(code) ? [index] : []))
  switch (condition.kind) {
    case 'flag':
      return { column: column.name, codes: codes([String(condition.value)]) }
    case 'oneOf':
      return { column: column.name, codes: codes(condition.values) }
    case 'between': {
      if (!('range' in column)) return undefined
      const unit = column.kind === 'money' ? PENCE : 1
      // A range may name parts of a penny, which no household has.
      const pence = (value: number) => Math.round(value * unit * 1e6) / 1e6
      const from = Math.ceil(pence(Math.max(condition.from, column.range[0])))
      const to = Math.floor(pence(Math.min(condition.to, column.range[1])))
      return from <= to ? { column: column.name, from, to } : { column: column.name, codes: [] }
    }
    case 'within':
      return undefined
  }
}
