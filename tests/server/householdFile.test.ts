import { eq, getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, expect, test } from 'vitest'
import { householdFileSchema, type HouseholdFile } from '../../src/contract/data-protection/householdRights'
import { loadVisitRound } from '../../src/contract/campaigns/visits'
import { sealOutcome } from '../../src/offline/sealedOutcome'
import * as schema from '../../src/server/db/schema'
import { campaigns, imports } from '../../src/server/db/schema'
import { packHouseholds } from '../../src/server/modules/campaigns/campaigns/frozenList'
import { textOfPdf } from '../../src/server/modules/campaigns/letters/testing/documents'
import { selected } from './harness/caller'
import { campaignTools } from './harness/campaigns'
import { rightsTools } from './harness/rights'
import { onEngine } from './harness/server'

/** Where a household's file has what a table holds on it. */
const HELD: Readonly<Record<string, keyof HouseholdFile>> = {
  campaigns: 'named_in',
  contact_corrections: 'correction',
  contacts: 'contact',
  contacts_before: 'contact',
  do_not_contact_marks: 'marks',
  filter_links: 'named_in',
  filter_templates: 'named_in',
  help_requests: 'help',
  household_looks: 'looks',
  imports: 'named_in',
  received_texts: 'texts',
  recipients: 'campaigns',
  // Their rows say where the files of months lie.
  snapshots: 'months',
  visit_outcomes: 'visits',
  visit_rounds: 'rounds',
}

const NOT_IN_FILE: Readonly<Record<string, string>> = {
  calculator_jobs: 'results are copies of a month with figures made of it, and go after days',
  erasures: 'a digest, and nothing else is held of the household',
  simulated_messages: 'stands for GOV.UK Notify where nothing is sent; the file has each message with its campaign',
}

/** Of what their columns could hold, nothing is on a household. */
const OF_NO_HOUSEHOLD = [
  'idempotency_keys',
  'letter_templates',
  'need_to_know_rules',
  'never_drawn_settings',
  'sign_in_rules',
  'visit_settings',
]

/** By its columns: one that names a household, or takes JSON or bytes. */
const mayHoldHouseholds = (table: PgTable) =>
  Object.values(getTableColumns(table)).some(
    ({ name, columnType }) => name.includes('household') || ['PgJsonb', 'PgCustomColumn'].includes(columnType),
  )

onEngine('embedded', 'The file of a household', { NODE_ENV: 'production' }, (server) => {
  const tools = campaignTools(server)
  const { as, prepared } = tools
  const { fileOf, exported } = rightsTools(server)
  beforeAll(async () => {
    await tools.prepareHouseholds()
    await tools.reset()
  })

  test('what is held has every table that can hold a household, or says why not', async () => {
    const admin = await as('admin')
    const reference = 'A-2'
    const { seed, services } = server()
    const organisationId = seed.ashford.id
    const just = { household_references: [reference] }
    const rows = [{ filter_name: 'household_references', filter_value_names: [reference] }]
    const campaignId = await prepared({ campaign_name: 'One' }, selected({}, just))
    await admin.post('/api/correct-contact', { household_reference: reference, contact: { town: 'Ash' } })
    const help = { note: 'Ring twice' }
    await admin.post('/api/record-reply', { household_reference: reference, reply: 'wants_help', help })
    await services.replies.texts.receive(
      {
        id: crypto.randomUUID(),
        source_number: '447700900222',
        message: 'Is this you?',
        date_received: '2026-11-20T10:00:00Z',
      },
      organisationId,
    )
    // Of somebody else, and not shared.
    const viewer = await as('viewer')
    await viewer.post('/api/create-filter-template', { template_name: 'One <door>', filter_template_details: rows })
    await viewer.post('/api/create-filter-link', { filter_template_details: rows })
    await admin.post('/api/set-visit-settings', { is_on: true, name_roles: [], names_a_day: 60 })
    const load = async () =>
      loadVisitRound.reply.parse((await viewer.post('/api/visit-round', { ...selected(), hours: 1 })).json())
    const { round_id: ended } = await load()
    await viewer.post('/api/end-visit-round', { round_id: ended })
    const { round_id, outcome_key } = await load()
    const id = crypto.randomUUID()
    const recorded_at = '2026-11-20T10:00:00.000Z'
    const came = { household_reference: reference, outcome: 'spoke', note: 'At the gate', recorded_at } as const
    await viewer.post('/api/visit-outcome', { id, round_id, sealed: await sealOutcome(outcome_key, id, came) })
    // Afterwards: it would be no stop.
    for (const reason of ['wrong_number', 'objection']) {
      await admin.post('/api/do-not-contact', { household_reference: reference, reason })
    }
    const asSystem = services.database.asSystem
    await asSystem(async (tx) => {
      const outcome = { faults: [{ value: reference }] }
      const month = { organisationId, month: '2026-12-01', hasContacts: false, hasWards: false, outcome }
      await tx.insert(imports).values({ ...month, state: 'faulty' })
      await tx
        .update(campaigns)
        .set({ frozenHouseholds: await packHouseholds([reference]) })
        .where(eq(campaigns.id, campaignId))
    })
    const held = await fileOf(reference)
    expect(held.named_in.map(({ what, name }) => [what, name])).toEqual([
      ['filter_template', 'One <door>'],
      ['filter_link', ''],
      ['campaign_filters', 'One'],
      ['campaign_list', 'One'],
      ['month_report', '2026-12-01'],
    ])
    expect(held.months[0]?.values.find(({ name }) => name === 'Ward')?.value).toMatch(/^[A-Z][a-z]+.* \(\w+\)$/)
    expect(held.rounds).toHaveLength(2)
    expect(held.visits).toMatchObject([{ note: 'At the gate' }])
    // The file for who asks says the same, but for the looks since.
    const inFile = householdFileSchema.parse((await exported(reference, 'json')).json())
    expect({ ...inFile, looks: [] }).toEqual({ ...held, looks: [] })
    const text = (await textOfPdf((await exported(reference, 'pdf')).rawPayload)).join(' ').replace(/\s+/g, ' ')
    for (const words of [
      'Filter template One <door>',
      'Link to filters',
      'Report on a month',
      'At the gate',
      'Ring twice',
      'Is this you?',
    ]) {
      expect(text).toContain(words)
    }
    expect(text).toMatch(/Visit rounds Taken along on \d+ \w+ \d{4}[^A-Z]+\d+ \w+ \d{4}/)

    const tables = Object.values(schema).filter((one) => is(one, PgTable))
    const named = new Set([...Object.keys(HELD), ...Object.keys(NOT_IN_FILE)])
    expect(
      tables
        .filter(mayHoldHouseholds)
        .map(getTableName)
        .filter((table) => !named.has(table))
        .toSorted(),
      'say where the file has what these tables hold on a household',
    ).toEqual(OF_NO_HOUSEHOLD)
    for (const [table, part] of Object.entries(HELD)) expect(held[part] ?? [], `${table} in the file`).not.toEqual([])
    for (const table of tables.map(getTableName).filter((name) => !named.has(name))) {
      const found = await services.database.executeSql(
        `select from ${table} of where of::text ~ '\\m(A-2|7700 ?900 ?222)\\M' or of::text ~* 'edna|harbour'`,
      )
      expect(found.rows, `${table} holds something on a household`).toEqual([])
    }
  })
})
