import type { Endpoint } from '#contract/endpoint'
import { ARROW_MEDIA_TYPE } from '#contract/endpoint'
import { getFilterFacets } from '#contract/households/filters'
import { streetviewHouseholdData, streetviewWardData } from '#contract/households/map'
import type { Bench, Figure } from './bench'
import { megabytes, milliseconds, percentile } from './bench'
import { ask, memorySchema, servingSchema, sessionSchema, startChild, stopChild } from './children'
import { CHANGES } from './doorstep'
import { at, callerOf } from './loadedCouncil'

/** More or fewer by DOORSTEP_BENCH_HOUSEHOLDS. */
const HOUSEHOLDS = Number(process.env.DOORSTEP_BENCH_HOUSEHOLDS ?? 1_000_000)
const ASKED = 60

const CALLS: readonly { what: string; endpoint: Endpoint; accept: string }[] = [
  { what: 'ward counts', endpoint: streetviewWardData, accept: 'application/json' },
  { what: 'household map', endpoint: streetviewHouseholdData, accept: ARROW_MEDIA_TYPE },
  { what: 'facets', endpoint: getFilterFacets, accept: ARROW_MEDIA_TYPE },
]

/** One organisation with as many households as a whole region: one person changes filters, one call after the other. */
export const largeCouncil: Bench = {
  name: 'large-council',
  async run() {
    const { child: maker } = await startChild(sessionSchema, 'session', String(HOUSEHOLDS))
    maker.kill()
    const { child, said } = await startChild(servingSchema, 'serve', String(HOUSEHOLDS))
    try {
      const call = callerOf(`http://127.0.0.1:${said.port}`)
      const change = (index: number, { endpoint, accept }: (typeof CALLS)[number]) =>
        call({ session: said.session, ...at(endpoint), accept, body: CHANGES[index % CHANGES.length] ?? {} })
      // What is made for the first of each is told apart.
      const first = await Promise.all(CALLS.map((one) => time(() => change(0, one))))
      const took = CALLS.map((): number[] => [])
      for (let index = 0; index < ASKED; index++) {
        for (const [which, one] of CALLS.entries()) took[which]?.push(await time(() => change(index, one)))
      }
      const { rss, cpuMilliseconds } = await ask(child, 'memory', memorySchema)
      const what = `${HOUSEHOLDS.toLocaleString('en-GB')} households of one organisation`
      const figures = CALLS.map((one, which): Figure => ({
        what: `${what}: ${one.what}, first / p50 / p95 of ${ASKED}`,
        measured: [first[which] ?? NaN, percentile(took[which] ?? [], 50), percentile(took[which] ?? [], 95)]
          .map(milliseconds)
          .join(' / '),
        floor: '',
      }))
      return [
        ...figures,
        {
          what: `${what}: memory of the server, processor time since its start`,
          measured: `${megabytes(rss)}, ${milliseconds(cpuMilliseconds)}`,
          floor: '',
        },
      ]
    } finally {
      await stopChild(child)
    }
  },
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
