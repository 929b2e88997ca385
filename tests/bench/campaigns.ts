import { sql } from 'drizzle-orm'
import type { FilterRequest } from '#contract/households/filters'
import { buildApp } from '../../src/server/app'
import { campaigns } from '../../src/server/db/schema'
import { gatherStatistics } from '../../src/server/db/statistics'
import { WHOLE } from '../../src/server/modules/households/need-to-know/service'
import { createCompiler } from '../../src/server/modules/households/snapshots/engine/predicateSql'
import { withTable } from '../../src/server/modules/households/snapshots/testing/withTable'
import { inTurns, megabytes, milliseconds, percentile, timed, times, type Bench, type Figure } from './bench'
import { openDoorstep, type BenchDoorstep } from './doorstep'

/** As many as Trafford has. */
const HOUSEHOLDS = 96_252
const RECIPIENTS = 100_000
const API_FLOOR = 3
const COUNT_FLOOR = 3

const FIVE: FilterRequest = {
  filter_request_list: [
    { filter_name: 'pension_credit', filter_value_list: ['eligible_not_claiming', 'claiming'] },
    { filter_name: 'age_of_head', filter_value_list: ['30', '95'] },
    { filter_name: 'tenure', filter_value_list: ['council_rent', 'private_rent', 'owned_outright'] },
    { filter_name: 'fuel_poverty', filter_value_list: ['true', 'false'] },
    { filter_name: 'weekly_income', filter_value_list: ['100', '1200'] },
  ],
  dynamic_filter_value_request_list: [],
}

/** The eligible count and the preparing of recipients. */
export const campaignsBench: Bench = {
  name: 'campaigns',
  async run() {
    const doorstep = await openDoorstep(HOUSEHOLDS)
    try {
      await addContacts(doorstep)
      return [...(await count(doorstep)), ...(await preparing(doorstep))]
    } finally {
      await doorstep.services.close()
    }
  },
}

/** A contact for each household and some more, as many as there are recipients to prepare. */
async function addContacts({ services, organisationId }: BenchDoorstep): Promise<void> {
  await services.database.asSystem(async (tx) => {
    await tx.execute(sql`update organisations set campaigns_enabled = true where id = ${organisationId}`)
    await tx.execute(sql`
      insert into contacts (organisation_id, household_reference, first_name, mobile, address_line_1, town, postcode, do_not_contact)
      select ${organisationId}::uuid, 'BEN-' || lpad(i::text, 8, '0'), 'Edna',
        case when i % 4 = 0 and i <= ${HOUSEHOLDS} then '' else '07700 900' || lpad((i % 1000)::text, 3, '0') end,
        i || ' Harbour Street', 'Ashford', 'ZE9 1AA', i % 40 = 1 and i <= ${HOUSEHOLDS}
      from generate_series(1, ${RECIPIENTS}::int) as i on conflict do nothing`)
    // As an import does.
    await gatherStatistics(tx, 'contacts')
  })
}

/** Through the API, against the same conditions asked of DuckDB alone, by reference, with nothing kept beside. */
async function count({ services, dataFolder, organisationId, session }: BenchDoorstep): Promise<Figure[]> {
  const app = await buildApp(services)
  const snapshot = await services.snapshots.latest(organisationId)
  const predicate = await services.filters.compile(snapshot, FIVE, WHOLE)
  const payload = {
    new_campaign_details: {
      campaign_name: 'Bench',
      benefit_name: 'pension_credit',
      snapshot: '2026-10-01',
      channel_name: 'sms',
      stagger: 0,
    },
    ...FIVE,
  }
  const call = async () => {
    const headers = { cookie: `doorstep=${session}`, origin: services.config.publicUrl }
    const answer = await app.inject({ method: 'POST', url: '/api/eligible-households-with-pii', payload, headers })
    if (answer.statusCode !== 200) throw new Error(`The count failed: ${answer.body}`)
  }
  const first = await timed(call)
  // A server in use: the engine has seen the code, as DuckDB's is compiled already.
  for (let round = 0; round < 60; round++) await call()
  const medians = await withTable(dataFolder, snapshot, (use) =>
    use(async (connection, table) => {
      await connection.run(
        `create temp table flags as select household_reference, rowid % 4 <> 3 as sms, rowid % 40 = 0 as dnc from ${table}`,
      )
      const conditions = [`pension_credit = 'eligible_not_claiming'`, 'sms', 'not dnc']
      const counts = conditions.map((_, index) => `count(*) filter (${conditions.slice(0, index + 1).join(' and ')})`)
      const { where, values } = createCompiler(
        snapshot.wards.map((ward) => ward.code),
        new Map(),
      ).whole(predicate)
      const alone = async (from: string) =>
        connection.runAndReadAll(`select count(*), ${counts.join(', ')} from ${from} where ${where}`, values)
      return {
        ...(await inTurns(40, {
          api: call,
          beside: () => alone(`${table} positional join (select sms, dnc from flags)`),
        })),
        ...(await inTurns(20, { joined: () => alone(`${table} join flags using (household_reference)`) })),
      }
    }),
  )
  await app.close()
  return [
    {
      what: 'eligible count, 96,252 households, five filters: API against the same count in DuckDB alone',
      measured: `${milliseconds(medians.api)} : ${milliseconds(medians.beside)} = ${times(medians.api / medians.beside)} (joined by reference: ${milliseconds(medians.joined)}; first count after a change of contacts: ${milliseconds(first.milliseconds)})`,
      floor: `≤ ${COUNT_FLOOR}×`,
      holds: medians.api <= COUNT_FLOOR * medians.beside,
    },
  ]
}

/** On the embedded database, while a person uses the map. */
async function preparing({ services, organisationId, session }: BenchDoorstep): Promise<Figure[]> {
  const { freezeHouseholds } = await import('../../src/server/modules/campaigns/campaigns/frozenList')
  const app = await buildApp(services)
  const call = async () => {
    const payload = { filter_request_list: [], dynamic_filter_value_request_list: [] }
    const headers = { cookie: `doorstep=${session}`, origin: services.config.publicUrl }
    return (await timed(() => app.inject({ method: 'POST', url: '/api/streetview-ward-data', payload, headers })))
      .milliseconds
  }
  const pause = () => new Promise((resolve) => setTimeout(resolve, 50))
  await call()
  const idle: number[] = []
  // As many as there will be while it prepares, or the one slow call in twenty is a matter of luck.
  for (let round = 0; round < 300; round++) {
    idle.push(await call())
    await pause()
  }
  const references = Array.from({ length: RECIPIENTS }, (_, index) => `BEN-${String(index + 1).padStart(8, '0')}`)
  const { list, hash } = await freezeHouseholds(references)
  const rss = process.memoryUsage().rss
  await services.database.asSystem(async (tx) => {
    await tx.delete(campaigns)
    await tx.insert(campaigns).values({
      organisationId,
      name: 'Bench',
      benefitName: 'pension_credit',
      channel: 'sms',
      snapshot: '2026-10-01',
      snapshotVersion: 'v',
      stagger: 0,
      filters: {},
      message: 'Dear ((first_name)), call ((organisation)) about ((benefit)).',
      createdBy: 'Bench',
      frozenHouseholds: list,
      frozenCount: RECIPIENTS,
      recipientsHash: hash,
      numberOfRecipients: RECIPIENTS,
    })
  })
  const start = performance.now()
  await services.queue.start()
  const busy: number[] = []
  let peak = rss
  for (;;) {
    busy.push(await call())
    peak = Math.max(peak, process.memoryUsage().rss)
    const [campaign] = await services.database.asSystem((tx) => tx.select({ status: campaigns.status }).from(campaigns))
    if (campaign?.status === 'sent to api') break
    await pause()
  }
  const seconds = (performance.now() - start) / 1000
  await app.close()
  const [idle95, busy95] = [percentile(idle, 95), percentile(busy, 95)]
  return [
    {
      what: 'preparing 100,000 SMS recipients, embedded database: time and memory',
      measured: `${seconds.toFixed(1)} s, ${megabytes(peak - rss)} above what it had`,
      floor: 'reported',
    },
    {
      what: "the API's p95 meanwhile",
      measured: `${milliseconds(busy95)} : ${milliseconds(idle95)} idle = ${times(busy95 / idle95)}`,
      floor: `≤ ${API_FLOOR}×`,
      holds: busy95 <= API_FLOOR * idle95,
    },
  ]
}
