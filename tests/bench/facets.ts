import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { constants, brotliCompressSync } from 'node:zlib'
import { z } from 'zod'
import type { FilterRequest } from '#contract/households/filters'
import { WHOLE } from '../../src/server/modules/households/need-to-know/service'
import { compileSelections } from '../../src/server/modules/households/filters/compileFilters'
import { snapshotColumn } from '../../src/server/modules/households/columns/columns'
import { createCompiler } from '../../src/server/modules/households/snapshots/engine/predicateSql'
import type { Use } from '../../src/server/modules/households/snapshots/engine/engine'
import type { FacetDefinition } from '../../src/server/modules/households/snapshots/snapshot'
import { withTable } from '../../src/server/modules/households/snapshots/testing/withTable'
import { megabytes, milliseconds, percentile, timed, times, type Bench, type Figure } from './bench'
import { CHANGES, EVERYONE, openDoorstep } from './doorstep'

const SETS = 40

/** Of each number of households; the milliseconds are asked of an idle machine. */
const SIZES = [
  { households: 96_252, milliseconds: 10 },
  { households: 1_000_000, milliseconds: 50 },
] as const

const MIN_RATIO = 20

/** All facets in one call, beside a DuckDB query for each of them, with the same filters. */
export const facets: Bench = {
  name: 'facets',
  async run() {
    const figures: Figure[] = []
    for (const size of SIZES) figures.push(...(await measure(size.households, size.milliseconds)))
    return figures
  },
}

async function measure(households: number, most: number): Promise<Figure[]> {
  const { services, dataFolder, organisationId, person } = await openDoorstep(households)
  try {
    const snapshot = await services.snapshots.latest(organisationId)
    const catalogue = await services.filters.readCatalogue(snapshot, WHOLE)
    const sets = Array.from({ length: SETS }, (_, index) => setOf(index))
    const counted = () => services.filters.facets.readArrow(person, sets[0] ?? setOf(0))
    // The month itself is in memory, as on a server at work.
    await services.households.map.readWards(person, EVERYONE, new AbortController().signal)
    const before = keptMemory()
    const first = await timed(counted)
    const took: number[] = []
    for (const set of sets) took.push((await timed(() => services.filters.facets.readArrow(person, set))).milliseconds)
    const memory = keptMemory() - before
    const wardCodes = snapshot.wards.map((ward) => ward.code)
    const byQuery = await withTable(dataFolder, snapshot, async (use) => {
      const selections = (set: FilterRequest) => compileSelections(set, catalogue)
      const each: number[] = []
      // A tenth of the sets: a query a facet takes seconds.
      for (const set of sets.filter((_, index) => index % 10 === 0)) {
        const all = selections(set)
        const { milliseconds: spent } = await timed(async () => {
          for (const facet of catalogue.facets) await queryFacet(use, facet, all, wardCodes)
        })
        each.push(spent)
      }
      return percentile(each, 50)
    })
    const json = JSON.stringify(await services.filters.facets.read(person, sets[1] ?? setOf(1)))
    const indexOf = (set: FilterRequest) => services.filters.facets.readArrow(person, set, 'weekly_income')
    const own = percentile(took, 50)
    const what = `${households.toLocaleString('en-GB')} households, all facets`
    return [
      {
        what: `${what}: made when first asked`,
        measured: milliseconds(first.milliseconds),
        floor: 'at most 2 s',
        holds: first.milliseconds <= 2_000,
      },
      {
        what: `${what}: more memory after that, of the whole process`,
        measured: megabytes(memory),
        floor: 'at most 120 MB',
        holds: memory <= 120e6,
      },
      {
        what: `${what}: p95 over ${SETS} filter sets`,
        measured: milliseconds(percentile(took, 95)),
        floor: `at most ${most} ms`,
        holds: percentile(took, 95) <= most,
      },
      {
        what: `${what}: a DuckDB query a facet / one call`,
        measured: `${milliseconds(byQuery)} / ${milliseconds(own)} = ${times(byQuery / own)}`,
        floor: `at least ${MIN_RATIO}×`,
        holds: byQuery / own >= MIN_RATIO,
      },
      bytes(`${what} as JSON`, Buffer.from(json), 4_000),
      bytes(`${what} as Arrow`, await counted(), 2_000),
      bytes(`${what}: a slider’s index`, await indexOf(setOf(1)), 32_000),
      bytes(`${what}: a slider’s index, without any other filter`, await indexOf(EVERYONE), 32_000),
    ]
  } finally {
    await services.close()
  }
}

/** Bytes of the whole process without garbage, which says how busy it was and not what facets need. */
function keptMemory(): number {
  setFlagsFromString('--expose-gc')
  z.custom<() => void>((gc) => typeof gc === 'function').parse(runInNewContext('gc'))()
  return process.memoryUsage.rss()
}

/** The same ones in each run: one or two changes that people make, and a range of its own. */
function setOf(index: number): FilterRequest {
  const lists = [CHANGES[index % CHANGES.length], CHANGES[(index * 5 + 1) % CHANGES.length]]
  const chosen = lists.flatMap((each) => each?.filter_request_list ?? [])
  const range = { filter_name: 'weekly_rent', filter_value_list: [String(index), String(120 + index * 3)] }
  const once = new Map([...chosen, range].map((filter) => [filter.filter_name, filter]))
  return { filter_request_list: [...once.values()], dynamic_filter_value_request_list: [] }
}

async function queryFacet(
  use: Use,
  facet: FacetDefinition,
  selections: ReturnType<typeof compileSelections>,
  wardCodes: readonly string[],
): Promise<void> {
  const others = selections.filter((one) => one.facet !== facet.name).map(({ condition }) => condition)
  const { where, values } = createCompiler(wardCodes, new Map()).whole(others)
  const { name } = snapshotColumn(facet.column)
  const key =
    'minimum' in facet ? `least(floor((${name} - ${facet.minimum}) / ${facet.step}), ${facet.size - 1})` : name
  await use((connection, from) =>
    connection.runAndReadAll(`select ${key}, count(*) from ${from} where ${where} group by 1`, values),
  )
}

function bytes(what: string, sent: Uint8Array, most: number): Figure {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
  const { length } = brotliCompressSync(sent, quality)
  return {
    what: `${what}: bytes over the wire, compressed`,
    measured: `${length.toLocaleString('en-GB')} B (${sent.length.toLocaleString('en-GB')} B before)`,
    floor: `at most ${(most / 1000).toFixed(0)} kB`,
    holds: length <= most,
  }
}
