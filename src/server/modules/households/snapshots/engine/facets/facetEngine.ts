import { snapshotColumn, SNAPSHOT_COLUMNS } from '../../../columns/columns'
import type { SnapshotSource, Use } from '../engine'
import { createTableCache } from '../tableCache'
import type { Condition, Predicate } from '../../predicate'
import type { FacetDefinition, FacetQueries } from '../../snapshot'
import { bytesOfColumns, listFacetCodes, readFacetColumns } from './columns'
import { createFacetCounter } from './counter'
import { layOutFacets } from './counts'
import { createMemory } from './kernel'
import type { FacetShape, FacetSelection } from './messages'

type FacetSource = Pick<SnapshotSource, 'key' | 'householdCount' | 'wardCodes'>

/** 77 for columns, 5 for counting, and slack. */
const BYTES_A_HOUSEHOLD = 85

/**
 * Counts facets outside DuckDB.
 * @param capacity bytes; the least recently used snapshots are dropped
 */
export function createFacetEngine(capacity: number) {
  const counter = createFacetCounter()
  const cache = createTableCache<string>(capacity, (key) => counter.drop(key).catch(() => {}))
  return {
    queries: (
      { key, householdCount, wardCodes }: FacetSource,
      use: Use,
      matches: (predicate: Predicate) => Promise<Uint8Array>,
    ): FacetQueries => ({
      async facets({ facets, selections, along }) {
        const generation = `${key} ${counter.generation()}`
        const { item, release } = await cache.borrow(generation, householdCount * BYTES_A_HOUSEHOLD, async () => {
          const columns = bytesOfColumns(wardCodes.length)
          const counted = facets.map(createFacetMaker(wardCodes))
          const layout = layOutFacets(householdCount, columns, counted)
          const memory = createMemory(layout.bytes)
          await readFacetColumns(use, householdCount, wardCodes, layout, memory)
          await counter.load({ load: generation, households: householdCount, columns, facets: counted, memory })
          return generation
        })
        try {
          const place = (name: string | undefined) => facets.findIndex((facet) => facet.name === name)
          const tests = await Promise.all(
            selections.map(async ({ facet, condition }) => ({
              facet: place(facet),
              test: makeTest(condition, wardCodes) ?? { bits: new Uint8Array(await matches([condition])) },
            })),
          )
          const found = await counter.count(item, tests, along === undefined ? undefined : place(along))
          const counts = byChoice(found.counts, facets.map(createChoices(wardCodes)))
          return { households: found.households, counts }
        } finally {
          release()
        }
      },
    }),
    forget: (key: string) => cache.forget(key),
    close: () => counter.close(),
  }
}

interface Choices {
  readonly size: number
  /** Choice by code or bin; undefined where unlisted, and for no value. */
  readonly of: readonly (number | undefined)[]
}

function byChoice(counts: Uint32Array, facets: readonly Choices[]): Uint32Array {
  const width = facets.reduce((sum, { of }) => sum + of.length, 0)
  const sizes = facets.reduce((sum, { size }) => sum + size, 0)
  const all = new Uint32Array((counts.length / width) * sizes)
  let to = 0
  for (let from = 0; from < counts.length;) {
    for (const { size, of } of facets) {
      of.forEach((choice, index) => {
        if (choice !== undefined) all[to + choice] = (all[to + choice] ?? 0) + (counts[from + index] ?? 0)
      })
      from += of.length
      to += size
    }
  }
  return all
}

const createChoices =
  (wardCodes: readonly string[]) =>
  (facet: FacetDefinition): Choices => {
    if ('minimum' in facet) return { size: facet.size, of: [...Array(facet.size).keys(), undefined] }
    const places = new Map(facet.values.flatMap((names, index) => names.map((name) => [name, index] as const)))
    const codes = listFacetCodes(snapshotColumn(facet.column), wardCodes)
    return { size: facet.values.length, of: [...codes.map((code) => places.get(code)), undefined] }
  }

const PENCE = 100

const createFacetMaker =
  (wardCodes: readonly string[]) =>
  (facet: FacetDefinition): FacetShape => {
    const column = snapshotColumn(facet.column)
    if ('minimum' in facet) {
      const unit = column.kind === 'money' ? PENCE : 1
      const { minimum, step, size } = facet
      return { column: facet.column, minimum: minimum * unit, step: step * unit, size }
    }
    return { column: facet.column, size: listFacetCodes(column, wardCodes).length }
  }

/** Undefined where only DuckDB can test it. */
function makeTest(condition: Condition, wardCodes: readonly string[]): FacetSelection['test'] | undefined {
  if (condition.kind === 'inside' || condition.kind === 'anyOf' || condition.kind === 'within') return undefined
  const column = SNAPSHOT_COLUMNS.find(({ name }) => name === condition.column)
  if (!column || column.kind === 'text' || column.kind === 'degrees') return undefined
  const codes = (wanted: readonly string[]) =>
    listFacetCodes(column, wardCodes).flatMap((code, index) => (wanted.includes(code) ? [index] : []))
  switch (condition.kind) {
    case 'flag':
      return { column: column.name, codes: codes([String(condition.value)]) }
    case 'oneOf':
      return { column: column.name, codes: codes(condition.values) }
    case 'between': {
      if (!('range' in column)) return undefined
      const unit = column.kind === 'money' ? PENCE : 1
      // A range may end between two pence.
      const pence = (value: number) => Math.round(value * unit * 1e6) / 1e6
      const from = Math.ceil(pence(Math.max(condition.from, column.range[0])))
      const to = Math.floor(pence(Math.min(condition.to, column.range[1])))
      return from <= to ? { column: column.name, from, to } : { column: column.name, codes: [] }
    }
  }
}
