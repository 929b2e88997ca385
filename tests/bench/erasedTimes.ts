import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { buildApp } from '../../src/server/app'
import { readConfig } from '../../src/server/config'
import { createServices, type Services } from '../../src/server/services'
import { callWith, selected } from '../server/harness/caller'
import { seed } from '../server/harness/seed'
import { importHouseholds } from '../server/harness/snapshot'
import { DRAWINGS, SELECTION_CALLS } from '../server/selectionCalls'
import { type Bench, type Figure, milliseconds, percentile, timed } from './bench'

const HOUSEHOLDS = 5_000
const CHOSEN = 200
/** Of each of three kinds, in turns. */
const ROUNDS = 66
const MOST_DIFFERENCE = 1.1

/** Each makes a campaign, whose work in the background would be measured with the next. */
const NOT_MEASURED = new Set([...DRAWINGS, '/api/add-campaign'])

const rows = (...references: readonly string[]) => references.map((household_reference) => ({ household_reference }))
const HELD = Array.from({ length: HOUSEHOLDS }, (_, index) => `TST-${String(index).padStart(6, '0')}`)
const HOUSEHOLDS_ASKED = { erased: 'TST-A00001', moved: 'TST-A00002', never: 'TST-A00003' } as const

/** Whether the time of an answer tells that a household was erased (docs/product.md#erasure). */
export const erasedTimes: Bench = {
  name: 'erased-times',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'doorstep-bench-erased-'))
    const services = await createServices(readConfig({ DOORSTEP_DATA: folder, LOG_LEVEL: 'silent' }))
    const app = await buildApp(services)
    try {
      const seeded = await seed(services.database)
      const place = { services, seed: seeded }
      const { erased, moved } = HOUSEHOLDS_ASKED
      await importHouseholds(place, 'ashford', rows(...HELD, erased, moved), '2026-09-01')
      await importHouseholds(place, 'ashford', rows(...HELD, erased))
      const session = await services.sessions.begin({
        personId: seeded.people.admin.id,
        organisationId: seeded.ashford.id,
      })
      const caller = callWith({ app }, { cookie: `doorstep=${session.id}`, origin: services.config.publicUrl })
      await services.queue.start()
      const gone = await caller.post('/api/erase-household', { household_reference: erased })
      if (gone.statusCode !== 200) throw new Error(`The household was not erased: ${gone.body}`)
      while (await isErasing(services)) await setTimeout(100)
      const figures: Figure[] = []
      for (const [path, ask] of Object.entries(SELECTION_CALLS)) {
        if (NOT_MEASURED.has(path)) continue
        figures.push(
          await measure(path, (household) => Promise.all(ask(caller, { household, request: chosen(household) }))),
        )
      }
      return figures
    } finally {
      await app.close()
      await services.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function isErasing({ database }: Services): Promise<boolean> {
  const { rows: jobs } = await database.executeSql(
    "select from pgboss.job where name = 'erase-households' and state < 'completed' and start_after < now() + interval '1 minute'",
  )
  return jobs.length > 0
}

const chosen = (household: string) => selected({}, { household_references: [...HELD.slice(0, CHOSEN), household] })

async function measure(path: string, ask: (household: string) => Promise<unknown>): Promise<Figure> {
  const times = Object.values(HOUSEHOLDS_ASKED).map((household) => ({ household, took: [] as number[] }))
  for (const { household } of times) await ask(household)
  for (let round = 0; round < ROUNDS; round++) {
    // Each is first, second and last as often: what one call leaves to be done is done during the next.
    const first = round % times.length
    for (const { household, took } of [...times.slice(first), ...times.slice(0, first)])
      took.push((await timed(() => ask(household))).milliseconds)
  }
  const medians = times.map(({ took }) => percentile(took, 50))
  const difference = Math.max(...medians) / Math.min(...medians)
  return {
    what: `${path}: median for ${Object.keys(HOUSEHOLDS_ASKED).join(' / ')}`,
    measured: `${medians.map(milliseconds).join(' / ')}, ${difference.toFixed(3)} ×`,
    floor: `${MOST_DIFFERENCE} ×`,
    holds: difference <= MOST_DIFFERENCE,
  }
}
