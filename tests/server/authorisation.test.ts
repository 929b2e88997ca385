import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { endpoints } from './harness/endpoints'
import {
  calculatorJobs,
  campaigns,
  filterLinks,
  filterTemplates,
  imports,
  monthTokens,
  organisations,
  sessions,
} from '../../src/server/db/schema'
import { ASKERS, RULES, TABLE, type Asker, type Things, type Verdict } from './authorisationTable'
import { keyHeaderFor } from './harness/idempotencyKey'
import { onEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'

/* Authorisation as a table: what authorisationTable.ts says, asked of the server. */

/**
 * The pages of the API's own document and of the identity provider: another's code, the same for everyone. And the
 * built app, which is there only where it has been built.
 */
const PUBLIC_PAGES = /^[A-Z]+ (\/api\/docs|\/oidc)(\/|$)|^[A-Z]+ \/\*$/

/** A logout that a page elsewhere asks for leads on without ending the session that the other rows need. */
const KEEPS_SESSION: Readonly<Record<string, Record<string, string>>> = {
  'GET /backend/auth/logout': { 'sec-fetch-site': 'cross-site' },
}

onEngine('embedded', 'Authorisation', {}, (server) => {
  const headers = new Map<Asker, Record<string, string>>()
  let things: Things
  let calls = 0

  beforeAll(async () => {
    const { services, seed, origin } = server()
    for (const organisation of ['ashford', 'brynmor'] as const) await importHouseholds(server(), organisation, [{}])
    const cwm = await services.database.asSystem(async (tx) => {
      await tx.update(organisations).set({ campaignsEnabled: true })
      const [made] = await tx
        .insert(organisations)
        .values({ slug: 'cwm', name: 'Cwm Council' })
        .returning({ id: organisations.id })
      return made?.id ?? ''
    })
    await services.people.add({ email: 'admin@cwm.example', organisationId: cwm, role: 'Viewer' })
    const without = await services.people.admission.findForSignIn(cwm, 'admin@cwm.example')

    const enter = async (
      asker: Asker,
      personId: string,
      organisationId: string,
      view: Partial<typeof sessions.$inferInsert> = {},
    ) => {
      const { id } = await services.sessions.begin({ personId, organisationId })
      const live = await services.sessions.find(id)
      await services.database.asSystem(async (tx) => {
        if (Object.keys(view).length > 0)
          await tx
            .update(sessions)
            .set(view)
            .where(eq(sessions.idHash, live?.person.sessionId ?? ''))
      })
      headers.set(asker, { cookie: `doorstep=${id}`, origin })
    }
    const { admin, viewer, other, staff } = seed.people
    headers.set('nobody', { origin })
    await enter('viewer', viewer.id, seed.ashford.id)
    await enter('admin', admin.id, seed.ashford.id)
    await enter('super', staff.id, seed.ashford.id)
    await enter('super as Viewer', staff.id, seed.ashford.id, { temporaryRole: 'Viewer' })
    // Signed in to another organisation: the view alone decides.
    await enter('super as OrganisationAdmin', staff.id, seed.brynmor.id, {
      temporaryRole: 'OrganisationAdmin',
      temporaryOrganisationId: seed.ashford.id,
    })
    await enter('member of another organisation', other.id, seed.brynmor.id)
    await enter('member without campaigns', without?.id ?? '', cwm)
    await enter('super as SuperAdmin without campaigns', staff.id, seed.ashford.id, { temporaryOrganisationId: cwm })

    await services.people.add({ email: 'leaver@ashford.example', organisationId: seed.ashford.id, role: 'Viewer' })
    const leaver = await services.people.admission.findMember(seed.ashford.id, 'leaver@ashford.example')
    things = await services.database.asSystem(async (tx) => {
      const organisationId = seed.ashford.id
      const [campaign] = await tx
        .insert(campaigns)
        .values({
          organisationId,
          name: 'Autumn',
          benefitName: 'pension_credit',
          channel: 'sms',
          snapshot: '2026-10-01',
          snapshotVersion: 'tests',
          stagger: 0,
          filters: { filter_request_list: [], dynamic_filter_value_request_list: [] },
          createdBy: 'S',
          frozenCount: 0,
          recipientsHash: '',
          numberOfRecipients: 0,
          status: 'archived',
          preparedAt: new Date(),
        })
        .returning({ id: campaigns.id })
      const [template] = await tx
        .insert(filterTemplates)
        .values({ organisationId, ownerId: viewer.id, name: 'Renting', rows: [] })
        .returning({ id: filterTemplates.id })
      const link = 'AAAAAAAAAAAAAAAAAAAAAA'
      await tx.insert(filterLinks).values({ organisationId, code: link, rows: [], expiresAt: new Date('2999-01-01') })
      const [job] = await tx
        .insert(calculatorJobs)
        .values({ organisationId, state: 'done', householdCount: 1, resultKey: '6f2c7d6e-6e0b-4a37-9a1c-2f0f8a7f5b11' })
        .returning({ id: calculatorJobs.id })
      const [month] = await tx
        .insert(imports)
        .values({ organisationId, month: '2026-11-01', hasContacts: false, hasWards: false })
        .returning({ id: imports.id })
      const [token] = await tx
        .insert(monthTokens)
        .values({ organisationId, name: 'Job', tokenHash: 'hash', expiresAt: new Date('2999-01-01') })
        .returning({ id: monthTokens.id })
      return {
        campaign: campaign?.id ?? 0,
        template: template?.id ?? 0,
        link,
        job: job?.id ?? '',
        person: leaver?.id ?? '',
        month: month?.id ?? '',
        monthToken: token?.id ?? '',
      }
    })
  })

  const ask = async (route: string, asker: Asker, method = route.split(' ')[0] ?? '') => {
    const path = (route.split(' ')[1] ?? '').replace(':slug', 'ashford').replace('*', 'some/thing')
    const { query = {}, body = {} } = TABLE[route]?.names?.(things) ?? {}
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
    calls += 1
    const response = await server().app.inject({
      method: method === 'POST' || method === 'PUT' || method === 'HEAD' ? method : 'GET',
      url: search === '' ? path : `${path}?${search}`,
      // Each from an address of its own: no limit answers in the call's place.
      remoteAddress: `10.${Math.floor(calls / 62_500)}.${Math.floor(calls / 250) % 250}.${calls % 250}`,
      headers: {
        ...headers.get(asker),
        ...KEEPS_SESSION[route],
        ...keyHeaderFor(path),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      ...(method === 'POST' ? { payload: JSON.stringify(body) } : {}),
    })
    expect(response.statusCode, `${route} as ${asker}: ${response.body.slice(0, 200)}`).toBeLessThan(500)
    return response.statusCode
  }
  const verdictOf = (status: number): Verdict => (status === 401 ? 'signs in' : status === 403 ? 'refused' : 'in')

  test('has a row for every route, and no row for a route that is not there', () => {
    const mounted = server().routes.filter((route) => !PUBLIC_PAGES.test(route) && !route.startsWith('HEAD '))
    const called = endpoints.map(({ method, path }) => `${method} ${path}`)
    const missing = [...new Set([...mounted, ...called])].filter((route) => !(route in TABLE))
    const cure = missing.map((route) => `  '${route}': { rule: '…' },`).join('\n')
    expect(
      missing,
      `These routes have no row. Add to TABLE in tests/server/authorisationTable.ts, each with one of the rules ${Object.keys(RULES).join(', ')}` +
        ` (and, where the call names something by id, \`names\`, so that another organisation is seen to find nothing):\n${cure}\n`,
    ).toEqual([])
    expect(
      Object.keys(TABLE).filter((route) => !mounted.includes(route)),
      'These rows have no route: remove them.',
    ).toEqual([])
  })

  test.each(Object.entries(TABLE))('%s', async (route, row) => {
    const asked: Partial<Record<Asker, Verdict>> = {}
    for (const asker of ASKERS) asked[asker] = verdictOf(await ask(route, asker))
    expect(asked).toEqual(RULES[row.rule])
  })

  test.each(Object.entries(TABLE).filter(([route]) => route.startsWith('GET ')))(
    'HEAD is as %s',
    async (route, row) => {
      if (!server().routes.includes(route.replace('GET', 'HEAD'))) return
      const asked: Partial<Record<Asker, Verdict>> = {}
      for (const asker of ASKERS) asked[asker] = verdictOf(await ask(route, asker, 'HEAD'))
      expect(asked).toEqual(RULES[row.rule])
    },
  )

  test.each(Object.entries(TABLE).filter(([, { names }]) => names))(
    '%s finds nothing of another organisation',
    async (route, row) => {
      const stranger = await ask(route, 'member of another organisation')
      expect(stranger).toBe(RULES[row.rule]['member of another organisation'] === 'in' ? 404 : 403)
      expect(await ask(route, 'super as SuperAdmin without campaigns')).toBe(404)
    },
  )
})
