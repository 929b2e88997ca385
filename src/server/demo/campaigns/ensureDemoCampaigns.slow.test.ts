import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { computeBills } from '#contract/campaigns/notifyRates'
import { readConfig } from '../../config'
import type { Database } from '../../db/database'
import { openDatabaseInMemory } from '../../db/testing/inMemory'
import { campaigns, receivedTexts, simulatedMessages } from '../../db/schema'
import { createServices, type Services } from '../../services'
import { ensureDemo } from '../authorities/ensureDemo'
import { smallDemo } from '../authorities/testing/smallDemo'
import { ensureDemoCampaigns } from './ensureDemoCampaigns'
import { PLANNED_CAMPAIGNS } from './planned'

/** Two months of the plan, to households of two kinds: few households are in any one ward. */
const planned = ['single_pensioner', 'couple_pensioner'].flatMap((kind, index) =>
  PLANNED_CAMPAIGNS.slice(index, index + 1).map((campaign) => ({
    ...campaign,
    holdOut: 0 as const,
    filters: {
      filter_request_list: [{ filter_name: 'household_type', filter_value_list: [kind] }],
      dynamic_filter_value_request_list: [],
    },
  })),
)

let services: Services
let dataFolder: string

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'doorstep-demo-'))
  services = await createServices(readConfig({ DOORSTEP_DATA: dataFolder }), await openDatabaseInMemory())
  const small = await smallDemo({ northmere: 500, glanmor: 20 })
  await ensureDemo(services, undefined, small.data)
  await small.remove()
})

beforeEach(() =>
  services.database.asSystem(async (tx) => {
    await tx.delete(campaigns)
    await tx.delete(simulatedMessages)
    await tx.delete(receivedTexts)
  }),
)

afterAll(async () => {
  await services.close()
  await rm(dataFolder, { recursive: true, force: true })
})

const rows = async (query: string): Promise<unknown[]> => (await services.database.executeSql(query)).rows

/** What is there in the end, however it came about. */
async function expectWhole(): Promise<void> {
  // Months ago by now.
  await services.retention.forget()
  expect(
    await rows(`select name, status, snapshot::text, sent_at::date::text as sent, number_of_recipients > 0 as reached
      from campaigns order by id`),
  ).toEqual(
    planned.map(({ name, snapshot, run }) => ({
      name,
      status: 'Complete',
      snapshot,
      sent: run.toISOString().slice(0, 10),
      reached: true,
    })),
  )
  // Each household's message once, the second campaign to others than the first, and no personal data left.
  const [counts] = await rows(`select count(*)::int as recipients, count(sent_at)::int as sent,
    count(distinct household_reference)::int as households, count(destination)::int + count(personalisation)::int as personal
    from recipients where state <> 'cannot_be_contacted'`)
  const [ledger] = await rows(
    `select count(*)::int as messages, count(distinct reference)::int as "references" from simulated_messages`,
  )
  const { recipients } = counts as { recipients: number }
  expect(recipients).toBeGreaterThan(2)
  expect([counts, ledger]).toEqual([
    { recipients, sent: recipients, households: recipients, personal: 0 },
    { messages: recipients, references: recipients },
  ])
  expect(await rows('select is_stop, done_at is not null as done from received_texts order by received_at')).toEqual([
    { is_stop: false, done: false },
    { is_stop: false, done: false },
    { is_stop: true, done: true },
  ])
  // What was sent in May says nothing of today's pace.
  expect(await rows('select * from sending_allowance')).toEqual([])
}

test('the product makes a campaign in each month, once, and people are told', async () => {
  const lines: string[] = []
  await ensureDemoCampaigns(services, (line) => lines.push(line), planned)
  await expectWhole()
  expect(lines).toEqual(planned.map(({ name }) => `${name}: sent`))
  const { id } = (await services.organisations.findBySlug('northmere')) ?? { id: '' }
  const { charges, freeTextsAYear } = await services.campaigns.readCharges(id, { from: '2026-04-01', to: '2027-03-31' })
  const bills = [...computeBills(charges, freeTextsAYear).values()]
  expect(bills.map(({ tenths }) => tenths > 0)).toEqual(planned.map(() => true))
  await ensureDemoCampaigns(services, (line) => lines.push(line), planned)
  expect(lines).toHaveLength(planned.length)
  expect(
    await rows(`select actor_email, action from audit_entries
    where at < '2026-06-01' and subject like 'campaign ' || (select min(id) from campaigns) || ' %' order by id`),
  ).toEqual([
    { actor_email: 'admin@northmere.example', action: 'campaign' },
    { actor_email: 'super@doorstep.example', action: 'review' },
    { actor_email: 'super@doorstep.example', action: 'run' },
  ])
})

test('a start that is broken off anywhere is gone on with', async () => {
  for (const calls of [2, 9, 14, 19, 24, 30, 37, 45]) {
    await ensureDemoCampaigns({ ...services, database: breakingAfter(calls) }, undefined, planned).catch(
      (error: unknown) => expect(error).toMatchObject({ message: 'killed' }),
    )
  }
  await ensureDemoCampaigns(services, undefined, planned)
  await expectWhole()
})

test('nothing is made without the simulator, or where the demo is not', async () => {
  await ensureDemoCampaigns({ ...services, notifySimulator: undefined }, undefined, planned)
  await ensureDemoCampaigns({ ...services, config: { demoData: false } }, undefined, planned)
  await services.database.executeSql('update organisations set is_demo = false')
  await ensureDemoCampaigns(services, undefined, planned)
  await services.database.executeSql('update organisations set is_demo = true')
  expect(await rows('select * from campaigns')).toEqual([])
})

/** The records, until they have been worked with so many times. */
function breakingAfter(calls: number): Database {
  let left = calls
  const counted = (): void => {
    if (left-- <= 0) throw new Error('killed')
  }
  return {
    ...services.database,
    async forOrganisation(id, work) {
      counted()
      return services.database.forOrganisation(id, work)
    },
    async asSystem(work) {
      counted()
      return services.database.asSystem(work)
    },
  }
}
