import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { facetsSchema, type FilterCategory } from '../../src/contract/households/filters'
import {
  COLUMN_GROUPS,
  DOT_COLOURS,
  getAccessRules,
  getOwnAccess,
  setAccessRules,
} from '../../src/contract/households/needToKnow'
import { ROLES } from '../../src/contract/organisations/session'
import { auditEntries, campaigns, householdLooks, helpRequests, recipients } from '../../src/server/db/schema'
import { listGroupColumns, GROUPS } from '../../src/server/modules/households/need-to-know/groups'
import { SNAPSHOT_COLUMNS } from '../../src/server/modules/households/columns/columns'
import { callAs, callWith, selected } from './harness/caller'
import { onEngine } from './harness/server'
import {
  callsNaming,
  COUNTED,
  filterOf,
  hiding,
  PEOPLE,
  prepareAnswers,
  REFERENCES,
  setRules,
  TEMPLATE,
} from './needToKnowAnswers'

onEngine('embedded', 'The need to know', {}, (server) => {
  let campaign = 0
  beforeAll(async () => {
    campaign = await prepareAnswers(server())
  })
  beforeEach(() => setRules(server(), { roles: [], purposes: [] }))

  test('every column that is no place name or home belongs to a group', () => {
    const free = SNAPSHOT_COLUMNS.map(({ name }) => name).filter((name) => GROUPS[name].length === 0)
    expect(free).toEqual([
      'household_reference',
      'ward_code',
      'postcode',
      'preferred_language',
      'tenure',
      'accommodation_type',
      'bedrooms',
      'council_tax_band',
      'epc_band',
      'heating',
    ])
  })

  test('by default every role sees and exports every column without being asked', async () => {
    for (const role of ROLES) {
      const caller = await callAs(server(), PEOPLE[role], 'ashford')
      expect((await caller.get('/api/own-access')).json()).toEqual({
        may_export: true,
        may_calculate: true,
        may_visit: true,
        hidden_filters: [],
        dot_colours: DOT_COLOURS,
        purposes: [],
      })
      const [heading = ''] = (await caller.post('/api/temporary-csv', selected())).body.split('\r\n')
      expect(heading.split(',')).toEqual(SNAPSHOT_COLUMNS.map(({ name }) => name))
    }
  })

  describe.each(COLUMN_GROUPS)('where %s is hidden', (group) => {
    test.each(ROLES)('%s is offered and given none of its columns, and cannot name one in any call', async (role) => {
      await setRules(server(), hiding(role, group))
      const caller = await callAs(server(), PEOPLE[role], 'ashford')
      const catalogue = (await caller.get('/api/all-filters')).json<FilterCategory[]>()
      const offered = catalogue.flatMap(({ subcategories }) => subcategories.flatMap(({ filters }) => filters))
      const { facets } = facetsSchema.parse((await caller.post('/api/filter-facets', selected())).json())
      const [heading = ''] = (await caller.post('/api/temporary-csv', selected())).body.split('\r\n')
      for (const column of listGroupColumns(group)) {
        expect(heading.split(','), column).not.toContain(column)
        expect(offered.map(({ filter_name }) => filter_name)).not.toContain(filterOf(column)?.name)
        expect(facets.map(({ filter_name }) => filter_name)).not.toContain(filterOf(column)?.name)
      }
      // The calls by the columns in turn; `npm run bench need-to-know` asks each by each.
      const named = listGroupColumns(group).flatMap((column) => filterOf(column)?.name ?? [])
      const calls = named.length === 0 ? [] : callsNaming(...named)
      const answers = calls.map(([url, body]) => caller.post(url, body))
      expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual(calls.map(() => 422))
    })
  })

  test('a link or template with hidden filters does not open, which would widen it, and says how many there are', async () => {
    await setRules(server(), hiding('Viewer', 'money'))
    const [admin, viewer] = [await callAs(server(), 'admin'), await callAs(server(), 'viewer')]
    const hidden = ['2026-09-01:unclaimed:pension_credit', '2026-09-01:claiming:pension_credit']
    const filter_template_details = [
      ...TEMPLATE('savings').filter_template_details,
      { filter_name: 'new_since', filter_value_names: hidden },
      { filter_name: 'household_references', filter_value_names: ['TST-0003'] },
    ]
    const { code } = (await admin.post('/api/create-filter-link', { filter_template_details })).json<{ code: string }>()
    const made = await admin.post('/api/create-filter-template', { template_name: 'Hidden', filter_template_details })
    const { template_id } = made.json<{ template_id: number }>()
    await admin.post('/api/share-filter-template', { template_id, is_shared: true })
    for (const [url, body] of [
      ['/api/open-filter-link', { code }],
      ['/api/filter-template-values', { template_id }],
    ] as const) {
      expect((await admin.post(url, body)).statusCode).toBe(200)
      const refused = await viewer.post(url, body)
      expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'not_shown_to_role' }])
      expect(refused.body).toContain('(not shown: 2)')
      expect(refused.body).not.toMatch(/savings|pension_credit|TST-0003/)
    }
  })

  test('a ready-made template with a hidden filter is not offered', async () => {
    await setRules(server(), hiding('Viewer', 'money'))
    const namesFor = async (person: 'admin' | 'viewer') =>
      (await (await callAs(server(), person)).get('/api/ready-made-filter-templates'))
        .json<{ name: string }[]>()
        .map(({ name }) => name)
    expect(await namesFor('viewer')).toEqual([
      'Pensioners who may miss Attendance Allowance',
      'Tenants with more bedrooms than they are paid for',
    ])
    expect(await namesFor('admin')).toContain('Pensioners who may miss Pension Credit')
  })

  test('digital exclusion picks no letter for a role that may not know it, nor is a list shown that it made', async () => {
    const switched = {
      ...selected(),
      new_campaign_details: { ...COUNTED, benefit_name: 'pension_credit', excluded_by_letter: true },
    }
    const viewer = await callAs(server(), 'viewer')
    const statuses = async () => [
      (await viewer.post('/api/eligible-households-with-pii', switched)).statusCode,
      (await viewer.get(`/api/campaign-recipients?campaign_id=${campaign}`)).statusCode,
    ]
    const pick = (excludedByLetter: boolean) =>
      server().services.database.asSystem((tx) =>
        tx.update(campaigns).set({ excludedByLetter }).where(eq(campaigns.id, campaign)),
      )
    await pick(true)
    try {
      expect(await statuses()).toEqual([200, 200])
      await setRules(server(), hiding('Viewer', 'family'))
      expect(await statuses()).toEqual([409, 409])
    } finally {
      await pick(false)
    }
  })

  test.each(COLUMN_GROUPS)(
    'which households campaigns wrote to is not told where %s is hidden: their lists follow from it',
    async (group) => {
      const reference = 'TST-0003'
      const told = async (): Promise<unknown[]> => {
        const { get, post } = await callAs(server(), 'admin')
        const card = (
          await post('/api/household-card', { ...selected(), household_reference: reference })
        ).json<object>()
        const file = (await post('/api/household-file', { household_reference: reference })).json<
          Record<string, unknown>
        >()
        return [
          ...(await Promise.all(
            Object.entries({ recent_messages: '1', last_contacted: 'never', still_waiting: 'pension_credit' }).map(
              async ([name, value]) => (await post('/api/filter-facets', selected({ [name]: [value] }))).statusCode,
            ),
          )),
          (await get('/api/household-classes?colour=contacted')).statusCode,
          'last_contacted' in card,
          (await get('/api/wants-help')).statusCode,
          (await get('/api/received-texts')).statusCode,
          (await post('/api/note-received-text', { id: crypto.randomUUID(), is_done: true })).statusCode,
          (await post('/api/change-help', { household_reference: reference, is_helped: true })).statusCode,
          (await post('/api/find-replying', { written: reference })).json<{ households: { messages: unknown }[] }>()
            .households[0]?.messages,
          (await post('/api/record-reply', { household_reference: reference, reply: 'wants_help' })).json(),
          ...['campaigns', 'texts'].map((part) => file[part]),
        ]
      }
      expect(await told()).toEqual([
        ...[200, 200, 200, 200, true, 200, 200, 404, 404],
        [{ campaign: 'Sent', channel: 'sms', sent_at: '2026-09-02T10:00:00.000Z' }],
        { left_out: null },
        [expect.objectContaining({ name: 'Sent' })],
        [],
      ])
      await setRules(server(), hiding('OrganisationAdmin', group))
      expect(await told()).toEqual([
        422,
        422,
        422,
        422,
        false,
        409,
        409,
        409,
        409,
        null,
        { left_out: null },
        null,
        null,
      ])
      const { hidden_filters: hidden } = getOwnAccess.reply.parse(
        (await (await callAs(server(), 'admin')).get('/api/own-access')).json(),
      )
      expect(hidden).toContain('Last contacted')
      await server().services.database.asSystem((tx) =>
        tx.update(recipients).set({ reply: null, repliedAt: null }).where(eq(recipients.campaignId, campaign)),
      )
      await server().services.database.asSystem((tx) => tx.delete(helpRequests))
    },
  )

  test('no area can be drawn where places are shown by postcode', async () => {
    await setRules(server(), hiding('Viewer', 'place'))
    const ring = [[-1.6, 54], [-1.4, 54], [-1.4, 54.1], [-1.6, 54.1], [-1.6, 54]] // prettier-ignore
    const area = selected({}, { area: [JSON.stringify({ type: 'Polygon', coordinates: [ring] })] })
    expect((await (await callAs(server(), 'viewer')).post('/api/streetview-ward-data', area)).statusCode).toBe(422)
    expect((await (await callAs(server(), 'admin')).post('/api/streetview-ward-data', area)).statusCode).toBe(200)
  })

  test('the calculator is closed where its results would tell, and says so', async () => {
    await setRules(server(), hiding('Viewer', 'health'))
    const viewer = await callAs(server(), 'viewer')
    const answer = await viewer.post('/api/households-to-calculator', selected())
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'not_shown_to_role'])
    expect((await viewer.get('/api/own-access')).json()).toMatchObject({ may_calculate: false })
    expect((await (await callAs(server(), 'admin')).get('/api/own-access')).json()).toMatchObject({
      may_calculate: true,
    })
  })

  test('a role that may not export gets no file', async () => {
    await setRules(server(), { roles: [{ role: 'Viewer', may_export: false, hidden_groups: [] }], purposes: [] })
    for (const url of ['/api/temporary-csv', '/api/map-pdf', '/api/map-picture']) {
      const request = { ...selected(), view: 'ward', place: null }
      expect((await (await callAs(server(), 'viewer')).post(url, request)).statusCode).toBe(403)
      expect((await (await callAs(server(), 'admin')).post(url, request)).statusCode).toBe(200)
    }
  })

  test('a purpose is asked for, is one of the list, and stands in the audit log and in the file’s name', async () => {
    await setRules(server(), { roles: [], purposes: ['Benefit take-up', 'Fraud & error'] })
    const viewer = await callAs(server(), 'viewer')
    for (const purpose of [undefined, 'Curiosity']) {
      const refused = await viewer.post('/api/temporary-csv', { ...selected(), purpose })
      expect([refused.statusCode, refused.json<{ fields: object }>().fields]).toEqual([
        422,
        { purpose: 'Choose what this export is for: Benefit take-up, Fraud & error.' },
      ])
    }
    const file = await viewer.post('/api/temporary-csv', { ...selected(), purpose: 'Fraud & error' })
    expect(file.headers['content-disposition']).toContain('ashford-households-2026-10-fraud-error.csv')
    const entries = await server().services.database.asSystem((tx) => tx.select().from(auditEntries))
    expect(entries.at(-1)).toMatchObject({ action: 'export', subject: 'households csv 2026-10-01 for Fraud & error' })
  })

  test('looking at fewer than five households is recorded once, with their references; five are not', async () => {
    const { database } = server().services
    const looks = () => database.asSystem((tx) => tx.select().from(householdLooks))
    const viewer = await callAs(server(), 'viewer')
    const before = (await looks()).length
    const five = selected({}, { household_references: REFERENCES.slice(0, 5) })
    const two = selected({}, { household_references: ['tst-0006', 'TST-0007', 'TST-9999'] })
    await viewer.post('/api/streetview-ward-data', five)
    expect(await looks()).toHaveLength(before)
    for (const url of ['/api/streetview-ward-data', '/api/streetview-household-data', '/api/filter-facets']) {
      await viewer.post(url, two)
    }
    expect((await looks()).slice(before)).toMatchObject([
      { householdReference: 'TST-0006', actorEmail: 'viewer@ashford.example', actorRole: 'Viewer' },
      { householdReference: 'TST-0007', actorEmail: 'viewer@ashford.example', actorRole: 'Viewer' },
    ])
    const entries = await database.asSystem((tx) => tx.select().from(auditEntries))
    expect(entries.at(-1)).toMatchObject({ action: 'looked_up', subject: 'snapshot 2026-10-01', quantity: 2 })
  })

  test('nobody among few who were named is a look at each of them; a filter that nobody matches is none', async () => {
    const { database } = server().services
    const looks = () => database.asSystem((tx) => tx.select().from(householdLooks))
    const admin = await callAs(server(), 'admin')
    const before = (await looks()).length
    const none = { filter_name: 'weekly_income', filter_value_list: ['4999', '5000'] }
    const asked = (named: Record<string, string[]>) => ({ ...selected({}, named), filter_request_list: [none] })
    await admin.post('/api/streetview-ward-data', asked({}))
    await admin.post('/api/streetview-ward-data', asked({ household_references: REFERENCES }))
    expect(await looks()).toHaveLength(before)
    await admin.post('/api/streetview-ward-data', asked({ household_references: REFERENCES.slice(0, 1) }))
    const refused = await admin.post(
      '/api/households-to-calculator',
      asked({ household_references: REFERENCES.slice(1, 2) }),
    )
    expect(refused.statusCode).toBe(422)
    expect((await looks()).slice(before)).toMatchObject(
      REFERENCES.slice(0, 2).map((householdReference) => ({ householdReference })),
    )
  })

  test('lists of one person that differ in fewer than five references are a look at these', async () => {
    const { database } = server().services
    const looks = () => database.asSystem((tx) => tx.select().from(householdLooks))
    const staff = await callAs(server(), 'staff', 'ashford')
    const before = (await looks()).length
    const without = (place: number) =>
      selected({}, { household_references: REFERENCES.filter((_, index) => index !== place) })
    await staff.post('/api/streetview-ward-data', selected({}, { household_references: REFERENCES }))
    await staff.post('/api/filter-facets', selected({}, { household_references: REFERENCES.toReversed() }))
    expect(await looks()).toHaveLength(before)
    await staff.post('/api/filter-facets', without(3))
    expect((await looks()).slice(before)).toMatchObject([
      { householdReference: REFERENCES[3], actorRole: 'SuperAdmin' },
    ])
    await (await callAs(server(), 'other', 'brynmor')).post('/api/filter-facets', without(4))
    expect(await looks()).toHaveLength(before + 1)
    const counted = { ...COUNTED, benefit_name: 'pension_credit', stagger: 0 }
    await staff.post('/api/eligible-households-with-pii', { ...without(5), new_campaign_details: counted })
    expect((await looks()).map(({ householdReference }) => householdReference)).toContain(REFERENCES[5])
  })

  test('of two administrators who change the rules at once one is told, and nothing is shown again by it', async () => {
    await setRules(server(), { roles: [], purposes: [] })
    const admin = await callAs(server(), 'admin')
    const { version } = getAccessRules.reply.parse((await admin.get('/api/access-rules')).json())
    const changes = [hiding('Viewer', 'money'), hiding('Viewer', 'health')]
    const answers = await Promise.all(
      changes.map((rules) => admin.post('/api/set-access-rules', { ...rules, version })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const kept = changes[answers.findIndex(({ statusCode }) => statusCode === 200)]
    expect((await admin.get('/api/access-rules')).json()).toMatchObject(kept ?? {})
  })

  test('nobody alone shows what they do not see themselves: somebody else confirms it', async () => {
    const [admin, staff] = [await callAs(server(), 'admin'), await callAs(server(), 'staff', 'ashford')]
    const rules = async () => getAccessRules.reply.parse((await admin.get('/api/access-rules')).json())
    const decide = (who: typeof admin, version: string, decision = 'confirm') =>
      who.post('/api/decide-access-rules', { version, decision })
    const all = { roles: [], purposes: [] }
    const hidden = hiding(['OrganisationAdmin', 'Viewer'], 'health')
    // To themselves, or to a role that they could take by a second account.
    for (const wider of [all, hiding('OrganisationAdmin', 'health')]) {
      await setRules(server(), hidden)
      expect((await admin.post('/api/set-access-rules', wider)).statusCode).toBe(200)
      const { proposal, ...before } = await rules()
      expect(before).toMatchObject(hidden)
      expect(proposal).toMatchObject({ ...wider, may_confirm: false })
      expect((await decide(admin, proposal?.version ?? '')).json()).toMatchObject({ code: 'own_version' })
      expect((await decide(staff, 'another')).json()).toMatchObject({ code: 'changed_meanwhile' })
      expect((await decide(staff, proposal?.version ?? '')).json()).toMatchObject({ ...wider, proposal: null })
    }
    await setRules(server(), hidden)
    await admin.post('/api/set-access-rules', all)
    const { proposal } = await rules()
    expect((await decide(admin, proposal?.version ?? '', 'withdraw')).json()).toMatchObject({ proposal: null })
    // To hide more, and to show what one sees, nobody is needed; what waited goes.
    await admin.post('/api/set-access-rules', all)
    const more = { ...hidden, roles: hidden.roles.map((one) => ({ ...one, may_export: false })) }
    expect((await admin.post('/api/set-access-rules', more)).json()).toMatchObject({ ...more, proposal: null })
    expect((await staff.post('/api/set-access-rules', all)).json()).toMatchObject({ ...all, proposal: null })
    const entries = await server().services.database.asSystem((tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.action, 'access_rules')),
    )
    expect(entries.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['proposed: purposes off', 'confirmed: purposes off', 'withdrawn: purposes off']),
    )
  })

  test('nobody alone, also not with addresses of their own: the second person is independent and no new one', async () => {
    const { seed, services } = server()
    const organisationId = seed.ashford.id
    const as = async (id: string) => {
      const { id: session } = await services.sessions.begin({ personId: id, organisationId })
      return callWith(server(), { cookie: `doorstep=${session}`, origin: server().origin })
    }
    const inviteBy = async (who: Awaited<ReturnType<typeof as>>, email: string) => {
      const made = await who.post('/api/invite-person', { email, role: 'OrganisationAdmin' })
      return made.json<{ id: string }>().id
    }
    const admin = await callAs(server(), 'admin')
    const own = await inviteBy(admin, 'own@ashford.example')
    const next = await inviteBy(await as(own), 'next@ashford.example')
    await services.people.add({ email: 'colleague@ashford.example', organisationId, role: 'OrganisationAdmin' })
    const colleague = (await services.people.admission.findForSignIn(organisationId, 'colleague@ashford.example'))?.id
    const confirmed = async (author: typeof admin, second: typeof admin) => {
      await setRules(server(), hiding(['OrganisationAdmin', 'Viewer'], 'health'))
      const set = await author.post('/api/set-access-rules', { roles: [], purposes: [] })
      const version = setAccessRules.reply.parse(set.json()).proposal?.version
      const { proposal } = getAccessRules.reply.parse((await second.get('/api/access-rules')).json())
      const answer = await second.post('/api/decide-access-rules', { version, decision: 'confirm' })
      expect(answer.statusCode === 200).toBe(proposal?.may_confirm)
      return answer.statusCode === 200 ? 'confirmed' : answer.json<{ code: string }>().code
    }
    expect(await confirmed(admin, await as(colleague ?? ''))).toBe('no_second_person')
    await services.database.executeSql(`update people set role_since = now() - interval '7 days 1 minute'`, [])
    expect(await confirmed(admin, await as(own))).toBe('no_second_person')
    expect(await confirmed(await as(own), admin)).toBe('no_second_person')
    expect(await confirmed(admin, await as(next))).toBe('no_second_person')
    expect(await confirmed(admin, await as(colleague ?? ''))).toBe('confirmed')
    expect(await confirmed(await as(next), await callAs(server(), 'staff', 'ashford'))).toBe('confirmed')
    // A role by a colleague makes no second person of an account by the author, nor do rules that the author wrote.
    const { id: ours } = (
      await admin.post('/api/invite-person', { email: 'ours@ashford.example', role: 'Viewer' })
    ).json<{
      id: string
    }>()
    await (await as(colleague ?? '')).post('/api/change-role', { person_id: ours, role: 'OrganisationAdmin' })
    const group_roles = [{ group: 'staff', role: 'OrganisationAdmin' }]
    await admin.post('/api/set-sign-in-rules', { groups_claim: 'groups', creates_accounts: true, group_roles })
    const told = { email: 'other@ashford.example', firstName: '', lastName: '', groups: ['staff'] }
    const admitted = await services.people.admission.admit(organisationId, told, ['ashford.example'])
    await admin.post('/api/set-sign-in-rules', { groups_claim: 'groups', creates_accounts: false, group_roles: [] })
    await services.database.executeSql(`update people set role_since = now() - interval '7 days 1 minute'`, [])
    expect(await confirmed(admin, await as(ours))).toBe('no_second_person')
    expect(await confirmed(admin, await as('person' in admitted ? admitted.person.id : ''))).toBe('no_second_person')
    // Another role, or the same person again, begins again from nothing.
    for (const role of ['Viewer', 'OrganisationAdmin'])
      await admin.post('/api/change-role', { person_id: colleague, role })
    expect(await confirmed(await as(own), await as(colleague ?? ''))).toBe('no_second_person')
  })

  test('another organisation’s rules are its own, and wrong rules change nothing', async () => {
    await setRules(server(), hiding('OrganisationAdmin', 'money'))
    expect((await (await callAs(server(), 'other')).get('/api/own-access')).json()).toMatchObject({
      hidden_filters: [],
    })
    const admin = await callAs(server(), 'admin')
    const twice = { role: 'Viewer', may_export: true, hidden_groups: [] }
    expect((await admin.post('/api/set-access-rules', { roles: [twice, twice], purposes: [] })).statusCode).toBe(422)
    expect((await admin.get('/api/access-rules')).json()).toMatchObject(hiding('OrganisationAdmin', 'money'))
  })
})
