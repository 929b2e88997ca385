import type { Endpoint } from '#contract/endpoint'
import { ARROW_MEDIA_TYPE } from '#contract/endpoint'
import { AREA_FILTER } from '#contract/households/area'
import { createFilterLink } from '#contract/households/filterLinks'
import {
  getFilterFacetIndex,
  getFilterFacets,
  matchHouseholdReferences,
  MAX_VALUES_PER_FILTER,
} from '#contract/households/filters'
import { exportHouseholdsCsv } from '#contract/households/households'
import { getHouseholdPoints, streetviewHouseholdData, streetviewWardData } from '#contract/households/map'
import { exportMapPdf, exportMapPicture } from '#contract/households/printedMap'
import { getMoves, getTrends } from '#contract/households/trends'
import type { Bench, Figure } from './bench'
import { milliseconds, percentile, times } from './bench'
import { ask, servingTwoSchema, startChild, startScript, stopChild } from './children'
import { BROAD, EVERYONE } from './doorstep'
import { largestDetails } from './fullStores'
import { answeredSchema, type ManyCalls } from './manyCalls'

const HOUSEHOLDS = 100_000
const AT_ONCE = 40
const IDLE_MAPS = 40
/** So that the longest of idle times is of as many as the others. */
const HEALTH_A_MAP = 25
const MOST_HEALTH_MS = 250
const MOST_TIMES_IDLE = 3

const references = Array.from({ length: MAX_VALUES_PER_FILTER }, (_, index) => `BEN-${index}-`.padEnd(200, 'x'))
const LONG = {
  filter_request_list: [],
  dynamic_filter_value_request_list: [{ filter_name: 'household_references', filter_value_list: references }],
}
const PAGE = { view: 'household', place: null }

/** From the south of the whole authority a comb's teeth to its north. */
const COMB = Array.from({ length: 480 }, (_, index) => [-2.4 + index / 3_000, index % 2 ? 53.399 : 53.301])
const ring = [...COMB, [-2.24, 53.3], [-2.4, 53.3], COMB[0]]
const COMB_AREA = {
  filter_request_list: [],
  dynamic_filter_value_request_list: [
    {
      filter_name: AREA_FILTER.filter_name,
      filter_value_list: [JSON.stringify({ type: 'Polygon', coordinates: [ring] })],
    },
  ],
}

const NOT_THERE = { path: '/api/not-there', method: 'POST' } as const

interface Call {
  readonly what: string
  readonly endpoint: Pick<Endpoint, 'path' | 'method'>
  readonly body?: object
  readonly accept?: string
}

const CALLS: readonly Call[] = [
  { what: 'map PDFs', endpoint: exportMapPdf, body: { ...BROAD, ...PAGE } },
  { what: 'map PDFs by ward', endpoint: exportMapPdf, body: { ...BROAD, ...PAGE, view: 'ward' } },
  { what: 'map pictures', endpoint: exportMapPicture, body: { ...BROAD, ...PAGE } },
  { what: 'CSVs of everyone', endpoint: exportHouseholdsCsv, body: EVERYONE },
  { what: 'facets with 10,000 long references', endpoint: getFilterFacets, body: LONG, accept: ARROW_MEDIA_TYPE },
  { what: 'ward maps with 10,000 long references', endpoint: streetviewWardData, body: LONG },
  { what: 'matches of 10,000 long references', endpoint: matchHouseholdReferences, body: { values: references } },
  { what: 'facets of an area of 480 corners', endpoint: getFilterFacets, body: COMB_AREA, accept: ARROW_MEDIA_TYPE },
  { what: 'points in an area of 480 corners', endpoint: streetviewHouseholdData, body: COMB_AREA },
  { what: 'links of 256 kB', endpoint: createFilterLink, body: { filter_template_details: largestDetails(1) } },
  { what: 'bodies of 1.3 MB to a path that is not there', endpoint: NOT_THERE, body: { x: 'x'.repeat(1_300_000) } },
  { what: 'facets', endpoint: getFilterFacets, body: BROAD, accept: ARROW_MEDIA_TYPE },
  { what: 'indexes of a slider', endpoint: getFilterFacetIndex, body: { ...BROAD, filter_name: 'weekly_income' } },
  { what: 'household maps', endpoint: streetviewHouseholdData, body: BROAD, accept: ARROW_MEDIA_TYPE },
  { what: 'household maps as JSON', endpoint: streetviewHouseholdData, body: BROAD },
  { what: 'points', endpoint: getHouseholdPoints },
  { what: 'trends', endpoint: getTrends, body: BROAD },
  { what: 'moves', endpoint: getMoves, body: { ...BROAD, month: '2026-08-01' } },
]

/** One signed-in person sends forty of each at once; another council looks at its map, and `/health` is asked all the time. */
export const onePerson: Bench = {
  name: 'one-person',
  async run() {
    const { child, said } = await startChild(servingTwoSchema, 'serve-two', String(HOUSEHOLDS))
    const { child: caller } = await startScript('manyCalls.ts', answeredSchema, ['listen'])
    try {
      const { port, session, other } = said
      const send = ({ endpoint: { path, method }, body, accept = '*/*' }: Call, calls: number) => {
        const sent: ManyCalls = { port, session, path, method, accept, calls }
        return ask(caller, body ? { ...sent, body: JSON.stringify(body) } : sent, answeredSchema)
      }
      const timeMap = async () => {
        const start = performance.now()
        const response = await fetch(`http://127.0.0.1:${port}${streetviewWardData.path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie: `doorstep=${other}` },
          body: JSON.stringify(BROAD),
        })
        await response.arrayBuffer()
        if (!response.ok) throw new Error(`The other council's map answered ${response.status}.`)
        return performance.now() - start
      }
      const timeHealth = async () => {
        const start = performance.now()
        await (await fetch(`http://127.0.0.1:${port}/health`)).arrayBuffer()
        return performance.now() - start
      }
      for (let map = 0; map < IDLE_MAPS; map++) await timeMap()
      const idle: number[] = []
      const idleHealth: number[] = []
      for (let map = 0; map < IDLE_MAPS; map++) {
        idle.push(await timeMap())
        for (let asked = 0; asked < HEALTH_A_MAP; asked++) idleHealth.push(await timeHealth())
      }
      const figures: Figure[] = []
      for (const call of CALLS) {
        // Once alone: what is loaded or compiled for the first call is no part of the question.
        await send(call, 1)
        const start = performance.now()
        const work = { isDone: false }
        const answered = send(call, AT_ONCE).finally(() => (work.isDone = true))
        const until = async (time: () => Promise<number>) => {
          const all: number[] = []
          while (!work.isDone) all.push(await time())
          return all
        }
        const [health, maps] = await Promise.all([until(timeHealth), until(timeMap)])
        const took = performance.now() - start
        const statuses = Object.entries(await answered).map(([status, count]) => `${count} × ${status}`)
        const longest = Math.max(...health)
        const ratio = percentile(maps, 50) / percentile(idle, 50)
        figures.push(
          {
            what: `${AT_ONCE} ${call.what} of one person (${statuses.join(', ')} in ${milliseconds(took)}): longest /health`,
            measured: `${milliseconds(longest)}, median ${milliseconds(percentile(health, 50))} of ${health.length}; idle ${milliseconds(Math.max(...idleHealth))}`,
            floor: `at most ${MOST_HEALTH_MS} ms`,
            holds: longest <= MOST_HEALTH_MS,
          },
          {
            what: 'the same: another council’s map / idle, medians',
            measured: `${milliseconds(percentile(maps, 50))} / ${milliseconds(percentile(idle, 50))} = ${times(ratio)}`,
            floor: `at most ${MOST_TIMES_IDLE}×`,
            holds: ratio <= MOST_TIMES_IDLE,
          },
        )
      }
      return figures
    } finally {
      await stopChild(caller)
      await stopChild(child)
    }
  },
}
