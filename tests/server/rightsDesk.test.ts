import { beforeAll, expect, test } from 'vitest'
import { matchHouseholdReferences, NO_HOUSEHOLD } from '../../src/contract/households/filters'
import { getSessionUser } from '../../src/contract/organisations/session'
import { findHouseholds, householdFileSchema } from '../../src/contract/data-protection/householdRights'
import { campaigns, filterLinks, filterTemplates, householdLooks } from '../../src/server/db/schema'
import { selected } from './harness/caller'
import { campaignTools } from './harness/campaigns'
import { erasuresSettled, rightsTools } from './harness/rights'
import { onEngine } from './harness/server'

onEngine('embedded', 'The rights desk', { NODE_ENV: 'production' }, (server) => {
  const tools = campaignTools(server)
  const { add, as, audited, prepared } = tools
  beforeAll(async () => {
    await tools.prepareHouseholds()
    await tools.reset()
  })
  const find = async (words: string) => (await as('admin')).post('/api/find-households', { words })
  const found = async (words: string) =>
    findHouseholds.reply.parse((await find(words)).json()).households.map((one) => one.household_reference)
  const { file, fileOf, exported } = rightsTools(server)

  test('finds a household by reference, name, address, postcode and number, and says nothing of it in the log', async () => {
    expect(await found('a-2')).toEqual(['A-2'])
    expect(await found('Mrs Edna Ash')).toHaveLength(6)
    expect(await found('old harb')).toEqual(['A-3'])
    expect(await found('ZE9 1')).toHaveLength(5)
    expect(await found('+44 7700 900222')).toEqual(['A-2'])
    expect(await found('100%')).toEqual([])
    expect((await find(' a ')).statusCode).toBe(422)
    expect(await audited('looked_up')).toMatchObject({ subject: 'rights desk, a search', quantity: 0 })
    expect(server().log.join('\n')).not.toMatch(/old harb|Edna/)
  })

  test('shows what is held, with what became of each campaign, and who looked', async () => {
    const id = await prepared()
    await fileOf('A-1')
    const held = await fileOf('A-1')
    expect(held.contact).toContainEqual({ name: 'Address', value: '1 Harbour Street, Ashford, ZE9 1AA' })
    expect(held.months.map(({ month }) => month)).toEqual(['2026-10-01'])
    expect(held.months[0]?.values).toContainEqual({ name: 'Household reference', value: 'A-1' })
    expect(held.campaigns).toMatchObject([
      {
        id,
        state: 'prepared',
        sent_to: '+447700900123',
        text: 'Dear Edna, you may be owed Pension Credit. Call Ashford Council.',
        values: [{ name: 'first_name' }, { name: 'organisation' }, { name: 'benefit' }],
      },
    ])
    expect(held.looks).toMatchObject([
      { who: 'admin@ashford.example', where: 'rights desk' },
      // The campaign has two households.
      { who: 'viewer@ashford.example', where: 'snapshot 2026-10-01' },
    ])
    expect((await file('A-99')).statusCode).toBe(404)
    const other = await (await as('other', 'brynmor')).post('/api/household-file', { household_reference: 'A-1' })
    expect(other.statusCode).toBe(404)
  })

  test('marks show in the file, with those of the number, and can be lifted', async () => {
    const admin = await as('admin')
    for (const reason of ['wrong_number', 'safeguarding']) {
      await admin.post('/api/do-not-contact', { household_reference: 'A-1', reason })
    }
    expect((await fileOf('A-1')).marks.map((mark) => [mark.of, mark.reason])).toEqual([
      ['household', 'safeguarding'],
      ['number', 'wrong_number'],
    ])
    const lifted = await admin.post('/api/lift-do-not-contact', { household_reference: 'A-1' })
    expect(lifted.json()).toEqual({ lifted: 2 })
    expect((await fileOf('A-1')).marks).toEqual([])
  })

  test('a subject access file holds it all, and is made by nobody who is not shown everything', async () => {
    const admin = await as('admin')
    const made = async (format: string) => admin.post('/api/subject-access', { household_reference: 'A-1', format })
    for (const format of ['pdf', 'json'] as const) {
      const answer = await exported('A-1', format)
      expect(answer.statusCode).toBe(200)
      if (format === 'pdf') expect(answer.body.slice(0, 5)).toBe('%PDF-')
      else expect(householdFileSchema.parse(answer.json()).household_reference).toBe('A-1')
    }
    expect(await audited('export')).toMatchObject({ subject: 'subject access (json)', quantity: 1 })
    const rules = { roles: [{ role: 'OrganisationAdmin', may_export: true, hidden_groups: ['money'] }], purposes: [] }
    expect((await admin.post('/api/set-access-rules', rules)).statusCode).toBe(200)
    expect((await made('pdf')).json()).toMatchObject({ code: 'not_shown_to_role' })
    const shown = (await fileOf('A-1')).months[0]?.values.map(({ name }) => name)
    expect(shown).toContain('Tenure')
    expect(shown).not.toContain('Savings')
  })

  test('tells a device how many households were erased, and knows those no more at once, in no call that says which', async () => {
    const { log, seed } = server()
    const admin = await as('admin')
    const viewer = await as('viewer')
    const unknown = async (values: readonly string[], caller = viewer, erasures_seen?: number) => {
      const answer = await caller.post('/api/household-reference-matches', { values, erasures_seen })
      return matchHouseholdReferences.reply.parse(answer.json()).unmatched
    }
    const erasures = async (caller = viewer) =>
      getSessionUser.reply.parse((await caller.get('/api/session/user')).json()).erasure_count
    expect(await unknown(['A-5', 'A-6', 'A-55'])).toEqual(['A-55'])
    const [before, others] = [await erasures(), await erasures(await as('other', 'brynmor'))]
    await admin.post('/api/erase-household', { household_reference: 'A-5' })
    const looks = () => server().services.database.asSystem((tx) => tx.$count(householdLooks))
    const looksBefore = await looks()
    // Like one that never was.
    expect(await unknown(['A-6', 'A-5', 'A-55'], viewer, before)).toEqual(['A-5', 'A-55'])
    expect(await looks(), 'a device’s own question is no look').toBe(looksBefore)
    expect(await erasures()).toBe(before + 1)
    expect(await erasures(await as('other', 'brynmor'))).toBe(others)
    expect(log.join('\n')).not.toMatch(/A-5\b/i)
    // What waited on a device is sent after the erasure, whose background work is over.
    await erasuresSettled(server())
    const details = (...filter_value_names: string[]) => [{ filter_name: 'household_references', filter_value_names }]
    const made = await viewer.post('/api/create-filter-template', {
      template_name: 'Waited',
      filter_template_details: details('A-5', 'A-6'),
    })
    expect(made.statusCode).toBe(200)
    const link = await viewer.post('/api/create-filter-link', { filter_template_details: details('A-5') })
    expect(link.statusCode).toBe(200)
    // Not blank, and not all households: nobody.
    const { code } = link.json<{ code: string }>()
    expect((await viewer.post('/api/open-filter-link', { code })).json()).toMatchObject({
      rows: [{ filter_value: { name: NO_HOUSEHOLD, display_name: NO_HOUSEHOLD } }],
    })
    const nobody = selected({}, { household_references: [NO_HOUSEHOLD] })
    const wards = await viewer.post('/api/streetview-ward-data', nobody)
    expect([wards.statusCode, /"household_count":[1-9]/.test(wards.body)]).toEqual([200, false])
    expect((await add({}, selected({}, { household_references: ['A-5', 'A-1'] }))).statusCode).toBe(200)
    const kept = await server().services.database.forOrganisation(seed.ashford.id, async (tx) => [
      await tx.select().from(filterTemplates),
      await tx.select().from(filterLinks),
      await tx.select({ filters: campaigns.filters }).from(campaigns),
    ])
    expect(JSON.stringify(kept)).toContain('A-6')
    expect(JSON.stringify(kept)).not.toContain('A-5')
  })
})
