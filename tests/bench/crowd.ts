import { ARROW_MEDIA_TYPE } from '#contract/endpoint'
import { getFilterFacets } from '#contract/households/filters'
import { streetviewHouseholdData, streetviewWardData } from '#contract/households/map'
import type { z } from 'zod'
import type { Bench, Figure } from './bench'
import { megabytes, milliseconds, percentile, times } from './bench'
import { ask, memorySchema, servingSchema, startChild, stopChild } from './children'
import { CHANGES } from './doorstep'

type Said = z.infer<typeof servingSchema>

const HOUSEHOLDS = 100_000
const PEOPLE = 50
const EVERY_MS = 2_000
const FOR_MS = 60_000
const IDLE_CHANGES = 40
const MOST_TIMES_IDLE = 3

/**
 * Fifty people who change a filter every two seconds for a minute, half on the ward map, half on the household map. Each
 * change asks for the map and the counts of all filters at once, as the page does. One person alone comes before them.
 */
export const crowd: Bench = {
  name: 'crowd',
  async run() {
    const { child, said } = await startChild(servingSchema, 'serve', String(HOUSEHOLDS))
    try {
      const idle: number[] = []
      // The first requests make what later ones find ready: they would flatter the ratio.
      for (let change = 0; change < IDLE_CHANGES; change++) await changeFilter(said, change, change)
      for (let change = 0; change < IDLE_CHANGES; change++) {
        const start = performance.now()
        await changeFilter(said, change, change)
        idle.push(performance.now() - start)
      }
      const before = await ask(child, 'memory', memorySchema)
      const took: number[] = []
      const failures: string[] = []
      const end = performance.now() + FOR_MS
      await Promise.all(
        Array.from({ length: PEOPLE }, async (_, person) => {
          await sleep((person / PEOPLE) * EVERY_MS)
          for (let change = person; performance.now() < end; change++) {
            const start = performance.now()
            try {
              await changeFilter(said, person, change)
              took.push(performance.now() - start)
            } catch (error) {
              failures.push(String(error))
            }
            await sleep(Math.max(0, EVERY_MS - (performance.now() - start)))
          }
        }),
      )
      const after = await ask(child, 'memory', memorySchema)
      const cpu = (after.cpuMilliseconds - before.cpuMilliseconds) / took.length
      const ratio = percentile(took, 95) / percentile(idle, 95)
      const figures: Figure[] = [
        {
          what: `${PEOPLE} people changing filters every 2 s for a minute on 100,000 households: errors`,
          measured: `${failures.length} of ${took.length + failures.length}${failures[0] ? ` (${failures[0]})` : ''}`,
          floor: 'none',
          holds: failures.length === 0,
        },
        {
          what: 'the same: p50 / p95 / slowest',
          measured: `${milliseconds(percentile(took, 50))} / ${milliseconds(percentile(took, 95))} / ${milliseconds(Math.max(...took))}`,
          floor: '',
        },
        {
          what: 'the same: p95 / p95 of one person alone',
          measured: `${milliseconds(percentile(took, 95))} / ${milliseconds(percentile(idle, 95))} = ${times(ratio)}`,
          floor: `at most ${MOST_TIMES_IDLE}×`,
          holds: ratio <= MOST_TIMES_IDLE,
        },
        { what: 'the same: memory of the server at its peak', measured: megabytes(after.peak), floor: '' },
        { what: 'the same: processor time of the server for one change', measured: milliseconds(cpu), floor: '' },
      ]
      return figures
    } finally {
      await stopChild(child)
    }
  },
}

async function changeFilter(said: Said, person: number, change: number) {
  const map = person % 2 ? streetviewWardData : streetviewHouseholdData
  await Promise.all([
    post(said, map.path, person % 2 ? 'application/json' : ARROW_MEDIA_TYPE, change),
    post(said, getFilterFacets.path, ARROW_MEDIA_TYPE, change),
  ])
}

async function post({ port, session }: Said, path: string, accept: string, change: number) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, cookie: `doorstep=${session}` },
    body: JSON.stringify(CHANGES[change % CHANGES.length]),
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
