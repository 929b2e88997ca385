import { desc } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { auditEntries, calculatorJobs, sessions } from '../../src/server/db/schema'
import { callAs } from './harness/caller'
import { onEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'

/* View-as: a super administrator sees what another role sees in another organisation. */

/** The one of the calls below that is a POST. */
const AUDIT = '/api/audit-entries'

onEngine('embedded', 'View-as', {}, (server) => {
  let call: Awaited<ReturnType<typeof callAs>>
  const view = (role_name: string | null, display_name: string | null) =>
    call.post('/api/view-as', { role_name, display_name })
  const user = async () => (await call.get('/api/session/user')).json<Record<string, unknown>>()
  const status = async (url: string) => (await (url === AUDIT ? call.post(url, {}) : call.get(url))).statusCode
  const entries = () =>
    server().services.database.asSystem((tx) => tx.select().from(auditEntries).orderBy(desc(auditEntries.id)))

  beforeAll(async () => {
    await importHouseholds(server(), 'ashford', [{ household_reference: 'A-1' }, { household_reference: 'A-2' }])
    await importHouseholds(server(), 'brynmor', [{ household_reference: 'B-1' }])
  })
  beforeEach(async () => {
    await server().services.database.asSystem((tx) => tx.delete(sessions))
    call = await callAs(server(), 'staff', 'ashford')
  })

  test('lists the names of roles and organisations', async () => {
    expect((await call.get('/api/roles-and-organisations')).json()).toEqual({
      roles: ['SuperAdmin', 'OrganisationAdmin', 'Viewer'],
      organisations: ['Ashford Council', 'Cyngor Brynmôr'],
    })
  })

  test('changes organisation and role of everything that is asked from the next request on', async () => {
    const answer = await view('Viewer', 'Cyngor Brynmôr')
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { temporary_organisation_name: 'Cyngor Brynmôr', temporary_role_name: 'Viewer' },
    ])
    expect(await user()).toEqual({
      email: 'staff@provider.example',
      organisation_auth_identifier: 'ashford',
      role_name: 'SuperAdmin',
      temporary_organisation_name: 'Cyngor Brynmôr',
      temporary_role_name: 'Viewer',
      erasure_count: 0,
    })
    const own = (await call.get('/api/own-details')).json<{ organisation: string; role: string }>()
    expect([own.organisation, own.role]).toEqual(['Cyngor Brynmôr', 'Viewer'])
    // Their records, their snapshot, their access, and the rights of the role.
    expect((await call.get('/api/household-reference-filter')).body).toContain('B-1')
    expect((await call.get('/api/household-reference-filter')).body).not.toContain('A-1')
    expect((await call.get('/api/organisation-settings')).json()).toBe(false)
    expect(await status('/api/all-campaigns')).toBe(403)
    expect(await status('/api/organisation-users')).toBe(403)
    expect(await status(AUDIT)).toBe(403)
    expect(await status('/api/organisations')).toBe(403)
  })

  test('one part alone leaves the other as it is', async () => {
    await view('OrganisationAdmin', null)
    expect(await user()).toMatchObject({ temporary_organisation_name: null, temporary_role_name: 'OrganisationAdmin' })
    expect((await call.get('/api/organisation-users')).body).toContain('viewer@ashford.example')
    expect(await status(AUDIT)).toBe(403)
    await view(null, 'Cyngor Brynmôr')
    expect(await user()).toMatchObject({ temporary_organisation_name: 'Cyngor Brynmôr', temporary_role_name: null })
    expect((await call.get('/api/organisation-users')).body).not.toContain('ashford.example')
    expect(await status(AUDIT)).toBe(200)
  })

  test('ends from within any view, with both null', async () => {
    await view('Viewer', 'Cyngor Brynmôr')
    expect((await view(null, null)).json()).toEqual({ temporary_organisation_name: null, temporary_role_name: null })
    expect(await user()).toMatchObject({ temporary_organisation_name: null, temporary_role_name: null })
    expect(await status(AUDIT)).toBe(200)
    expect((await call.get('/api/household-reference-filter')).body).toContain('A-1')
  })

  test.each([
    ['a role that does not exist', 'Owner', 'Ashford Council', 'role_name'],
    ['an organisation that does not exist', 'Viewer', 'Ashford', 'display_name'],
    ['an empty name', '', null, 'role_name'],
    ['a name in other letters', 'Viewer', 'ASHFORD COUNCIL', 'display_name'],
  ])('refuses %s in words and leaves the view as it was', async (_, role, organisation, field) => {
    await view('Viewer', 'Cyngor Brynmôr')
    const answer = await view(role, organisation)
    expect(answer.statusCode).toBe(422)
    const { detail, fields } = answer.json<{ detail: string; fields: Record<string, string> }>()
    expect(Object.keys(fields)).toEqual([field])
    expect(detail).toMatch(/^There is no .+\. Choose one/)
    expect(await user()).toMatchObject({ temporary_organisation_name: 'Cyngor Brynmôr', temporary_role_name: 'Viewer' })
  })

  test('is for the provider’s super administrators alone', async () => {
    for (const person of ['admin', 'viewer', 'other'] as const) {
      const theirs = await callAs(server(), person)
      expect(
        (await theirs.post('/api/view-as', { role_name: 'SuperAdmin', display_name: null })).statusCode,
        person,
      ).toBe(403)
      expect((await theirs.get('/api/roles-and-organisations')).statusCode, person).toBe(403)
    }
  })

  test('a super administrator of an organisation’s own, made by hand in the records, reaches no other', async () => {
    const { services, seed } = server()
    await services.people.add({ email: 'own@ashford.example', organisationId: seed.ashford.id, role: 'SuperAdmin' })
    const own = await services.people.admission.findForSignIn(seed.ashford.id, 'own@ashford.example')
    const { id } = await services.sessions.begin({ personId: own?.id ?? '', organisationId: seed.ashford.id })
    const headers = { cookie: `doorstep=${id}`, origin: server().origin }
    for (const url of ['/api/roles-and-organisations', '/api/organisations']) {
      expect((await server().app.inject({ url, headers })).statusCode, url).toBe(403)
    }
    expect((await server().app.inject({ method: 'POST', url: AUDIT, headers, payload: {} })).statusCode).toBe(403)
    await services.database.executeSql(`delete from people where email = 'own@ashford.example'`)
  })

  test('two organisations of one name are told apart', async () => {
    const { database } = server().services
    await database.executeSql(`insert into organisations (slug, name) values ('ashford-2', 'Ashford Council')`)
    const { organisations } = (await call.get('/api/roles-and-organisations')).json<{ organisations: string[] }>()
    expect(organisations).toEqual(['Ashford Council (ashford)', 'Ashford Council (ashford-2)', 'Cyngor Brynmôr'])
    await view('Viewer', 'Ashford Council (ashford-2)')
    expect((await call.get('/api/own-details')).json()).toMatchObject({ organisation: 'Ashford Council' })
    expect(await status('/api/latest-snapshot')).toBe(404)
    await database.executeSql(`delete from organisations where slug = 'ashford-2'`)
  })

  test('the audit log keeps the real actor, where it was done', async () => {
    await view('Viewer', 'Cyngor Brynmôr')
    await call.post('/api/temporary-csv', { filter_request_list: [], dynamic_filter_value_request_list: [] })
    await view(null, null)
    const { brynmor } = server().seed
    const done = (await entries()).filter(({ action }) => action !== 'looked_up').slice(0, 3)
    expect(done.map(({ action, subject }) => [action, subject])).toEqual([
      ['view_as', 'ended'],
      ['export', expect.any(String)],
      ['view_as', 'as Viewer'],
    ])
    for (const entry of done) {
      expect(entry).toMatchObject({
        organisationId: brynmor.id,
        actorEmail: 'staff@provider.example',
        actorRole: 'SuperAdmin',
      })
    }
  })
})

onEngine('embedded', 'The team page', {}, (server) => {
  test('shows the people of the organisation, to its administrators', async () => {
    const users = async (person: 'admin' | 'viewer' | 'other' | 'staff') =>
      (await callAs(server(), person)).get('/api/organisation-users')
    expect((await users('admin')).json()).toMatchObject([
      { first_name: '', last_name: '', role: 'OrganisationAdmin', email: 'admin@ashford.example' },
      { first_name: '', last_name: '', role: 'Viewer', email: 'viewer@ashford.example' },
    ])
    expect((await users('staff')).json()).toHaveLength(2)
    expect((await users('other')).json()).toEqual([expect.objectContaining({ email: 'admin@brynmor.example' })])
    expect((await users('viewer')).statusCode).toBe(403)
  })

  test('shows calculator jobs with their state, and their results to their own organisation only', async () => {
    await importHouseholds(server(), 'ashford', [{ household_reference: 'A-1' }, { household_reference: 'A-2' }])
    const viewer = await callAs(server(), 'viewer')
    await viewer.post('/api/households-to-calculator', {
      filter_request_list: [],
      dynamic_filter_value_request_list: [],
    })
    type Job = { id: string; state: string; has_result: boolean; household_count: number; requested_by: string }
    const done = await expect
      .poll(async () => (await viewer.get('/api/calculator-jobs')).json<Job[]>())
      .toEqual([
        expect.objectContaining({
          state: 'done',
          has_result: true,
          household_count: 2,
          requested_by: 'viewer@ashford.example',
        }),
      ])
      .then(async () => (await viewer.get('/api/calculator-jobs')).json<Job[]>())
    const url = `/api/calculator-result-csv?job_id=${done[0]?.id}`
    const result = await viewer.get(url)
    expect(result.headers['content-disposition']).toMatch(/^attachment; filename="calculator-\d{4}-\d\d-\d\d\.csv"$/)
    expect(result.body.split('\r\n')).toHaveLength(4)
    expect((await (await callAs(server(), 'other')).get(url)).statusCode).toBe(404)
    expect((await (await callAs(server(), 'other')).get('/api/calculator-jobs')).json()).toEqual([])
    const [entry] = await server().services.database.asSystem((tx) =>
      tx.select().from(auditEntries).orderBy(desc(auditEntries.id)),
    )
    expect(entry).toMatchObject({ action: 'export', quantity: 2, actorEmail: 'viewer@ashford.example' })
  })

  test('says why a job failed', async () => {
    const { database } = server().services
    const { ashford } = server().seed
    await database.asSystem((tx) =>
      tx.insert(calculatorJobs).values({
        organisationId: ashford.id,
        state: 'failed',
        failure: 'The snapshot was replaced.',
        householdCount: 3,
      }),
    )
    const jobs = (await (await callAs(server(), 'admin')).get('/api/calculator-jobs')).json<
      { failure: string | null }[]
    >()
    expect(jobs.map(({ failure }) => failure)).toContain('The snapshot was replaced.')
  })

  test('a super administrator switches campaigns on and off; it is recorded where it counts', async () => {
    const staff = await callAs(server(), 'staff', 'ashford')
    const set = (slug: string, campaigns_enabled: boolean) =>
      staff.post('/api/organisation-campaigns', { slug, campaigns_enabled })
    const other = await callAs(server(), 'other')
    expect((await other.get('/api/all-campaigns')).statusCode).toBe(403)
    expect((await set('brynmor', true)).json()).toEqual({
      slug: 'brynmor',
      name: 'Cyngor Brynmôr',
      campaigns_enabled: true,
    })
    expect((await other.get('/api/all-campaigns')).statusCode).toBe(200)
    expect((await staff.get('/api/organisations')).json()).toContainEqual({
      slug: 'brynmor',
      name: 'Cyngor Brynmôr',
      campaigns_enabled: true,
    })
    await set('brynmor', false)
    expect((await other.get('/api/all-campaigns')).statusCode).toBe(403)
    expect((await set('nowhere', true)).statusCode).toBe(404)
    expect(
      (await other.post('/api/organisation-campaigns', { slug: 'brynmor', campaigns_enabled: true })).statusCode,
    ).toBe(403)
    const [last] = await server().services.database.asSystem((tx) =>
      tx.select().from(auditEntries).orderBy(desc(auditEntries.id)),
    )
    expect(last).toMatchObject({
      action: 'campaigns_disabled',
      subject: 'brynmor',
      organisationId: server().seed.brynmor.id,
    })
  })
})
