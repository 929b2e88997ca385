import { withTable } from '../../src/server/modules/households/snapshots/testing/withTable'
import type { Bench, Figure } from './bench'
import { inTurns, milliseconds, times } from './bench'
import { authorityFiles } from './data'
import { benchFolder, BROAD, NARROW, openDoorstep } from './doorstep'
import { postgresWith } from './postgres'
import { readTypedColumns, scanByHand } from './typedArrays'

const HOUSEHOLDS = 1_000_000
const WHERE = {
  narrow: "tenure = 'council_rent' and universal_credit",
  broad: 'age_of_head between 20 and 66',
}

/** Ward counts and headlines, through the service, beside a scan written by hand and PostgreSQL. */
export const scan: Bench = {
  name: 'scan',
  async run() {
    const { services, dataFolder, organisationId, person } = await openDoorstep(HOUSEHOLDS)
    const { householdsFile } = await authorityFiles(benchFolder, HOUSEHOLDS)
    const snapshot = await services.snapshots.latest(organisationId)
    const columns = await withTable(dataFolder, snapshot, (use) => use(readTypedColumns))
    const postgres = await postgresWith(benchFolder, householdsFile)
    try {
      const figures: Figure[] = []
      for (const [filter, request] of [
        ['narrow', NARROW],
        ['broad', BROAD],
      ] as const) {
        const { signal } = new AbortController()
        const service = () => services.households.map.readWards(person, request, signal)
        const { sums } = scanByHand(columns, filter)
        await agree(
          (await service()).map_headlines.map((headline) => headline.value),
          sums,
        )
        // Two pairs, each in turns: PostgreSQL's workers leave the processor's caches cold for the one that comes next.
        const besideHand = await inTurns(41, { service, byHand: () => scanByHand(columns, filter) })
        const besidePostgres = await inTurns(15, { service, postgres: () => postgres.scan(WHERE[filter]) })
        const share = Math.round(((sums[0] ?? 0) / HOUSEHOLDS) * 100)
        const what = `1,000,000 households, ${filter} filter (${share}%), ward counts and headlines`
        figures.push(
          {
            what: `${what}: service / typed arrays by hand`,
            measured: ratio(besideHand.service, besideHand.byHand),
            floor: 'at most 3×',
            holds: besideHand.service / besideHand.byHand <= 3,
          },
          {
            what: `${what}: PostgreSQL with parallel scan / service`,
            measured: ratio(besidePostgres.postgres, besidePostgres.service),
            floor: 'at least 3×',
            holds: besidePostgres.postgres / besidePostgres.service >= 3,
          },
        )
      }
      return figures
    } finally {
      await postgres.stop()
      await services.close()
    }
  },
}

const ratio = (one: number, other: number) => `${milliseconds(one)} / ${milliseconds(other)} = ${times(one / other)}`

/** Both ways count the same households, or the ratio would mean nothing. */
async function agree(
  headlines: string[],
  [households = 0, income = 0, belowZero = 0, unclaimed = 0]: number[],
): Promise<void> {
  const pounds = (value: number) => `£${Math.round(value).toLocaleString('en-GB')}`
  const byHand = [
    households.toLocaleString('en-GB'),
    pounds(income / households),
    belowZero.toLocaleString('en-GB'),
    pounds(unclaimed),
  ]
  if (byHand.join() !== headlines.join())
    throw new Error(`The figures differ: ${headlines.join()} and by hand ${byHand.join()}.`)
}
