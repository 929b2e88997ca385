import { beforeAll, expect, test } from 'vitest'
import { exportSubjectAccess, findHouseholds, householdFileSchema } from '../../src/contract/rights'
import { campaignTools } from './harness/campaigns'
import { onEachEngine } from './harness/server'

onEachEngine('The rights desk', { NODE_ENV: 'production' }, (server) => {
  const tools = campaignTools(server)
  const { as, audited, prepared } = tools
  beforeAll(async () => {
    await tools.prepareHouseholds()
    await tools.reset()
  })
  const find = async (words: string) => (await as('admin')).post('/api/find-households', { words })
  const found = async (words: string) =>
    findHouseholds.reply.parse((await find(words)).json()).households.map((one) => one.household_reference)
  const file = async (household_reference: string) =>
    (await as('admin')).post('/api/household-file', { household_reference })
  const fileOf = async (reference: string) => householdFileSchema.parse((await file(reference)).json())

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
      },
    ])
    expect(held.looks).toMatchObject([{ who: 'admin@ashford.example', where: 'rights desk' }])
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
    for (const format of ['pdf', 'json']) {
      const address = new URL(exportSubjectAccess.reply.parse((await made(format)).json()).url, server().origin)
      const answer = await admin.get(address.pathname + address.search)
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
})
