import { once } from 'node:events'
import { request } from 'node:http'
import { desc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { PERSON_HEADER } from '../../src/contract/organisations/session'
import { organisationUserSchema } from '../../src/contract/organisations/people'
import { auditEntries, people, providerIdentity } from '../../src/server/db/schema'
import { callAs, selected } from './harness/caller'
import { onEachEngine } from './harness/server'
import { importHouseholds } from './harness/snapshot'

/* Joining, moving and leaving: docs/product.md#people. */

type Caller = Awaited<ReturnType<typeof callAs>>

onEachEngine('People of an organisation', {}, (server) => {
  let admin: Caller
  let count = 0

  beforeEach(async () => {
    admin = await callAs(server(), 'admin')
  })

  const list = async (as = admin) =>
    z.array(organisationUserSchema).parse((await as.get('/api/organisation-users')).json())
  /** Invites somebody. @returns them */
  const invited = async (role: 'Viewer' | 'OrganisationAdmin' = 'Viewer') => {
    const answer = await admin.post('/api/invite-person', { email: `p${++count}@ashford.example`, role })
    expect(answer.statusCode).toBe(200)
    return organisationUserSchema.parse(answer.json())
  }
  /** Signs somebody in. @returns how they call */
  const enter = async (personId: string) => {
    const { services, seed, app, origin } = server()
    const { id } = await services.sessions.begin({ personId, organisationId: seed.ashford.id })
    const headers = { cookie: `doorstep=${id}`, origin }
    return {
      headers,
      status: async () => (await app.inject({ url: '/api/session/user', headers })).statusCode,
      post: (url: string, payload: object) => app.inject({ method: 'POST', url, headers, payload }),
    }
  }
  const change = async (path: string, body: object, as = admin) => {
    const answer = await as.post(`/api/${path}`, body)
    return [answer.statusCode, answer.json<{ code?: string }>().code]
  }
  const recorded = async (personId: string) =>
    (
      await server().services.database.asSystem((tx) =>
        tx.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(20),
      )
    )
      .filter(({ subject }) => subject.startsWith(personId))
      .map(({ action, subject, actorEmail }) => [action, subject.slice(37), actorEmail])

  test('are invited, once, with where the login page leads them', async () => {
    const body = { email: 'New.Person@ashford.example', role: 'Viewer', first_name: ' Nia ', last_name: 'Rees' }
    const answer = await admin.post('/api/invite-person', body)
    expect(answer.json()).toMatchObject({
      email: 'New.Person@ashford.example',
      first_name: 'Nia',
      role: 'Viewer',
      last_signed_in_at: null,
      is_signed_in: false,
      is_found_at_login: true,
    })
    expect(await change('invite-person', { ...body, email: 'new.person@ASHFORD.example' })).toEqual([409, 'conflict'])
    const elsewhere = await admin.post('/api/invite-person', { email: 'a@elsewhere.example', role: 'Viewer' })
    expect(elsewhere.json()).toMatchObject({ is_found_at_login: false })
    expect(await recorded(answer.json<{ id: string }>().id)).toEqual([
      ['person_added', 'as Viewer', 'admin@ashford.example'],
    ])
  })

  test('are not invited at the domain of super administrators, before the provider has an issuer', async () => {
    expect(await change('invite-person', { email: 'Unused@Provider.example', role: 'Viewer' })).toEqual([
      409,
      'providers_address',
    ])
    expect(
      (await admin.post('/api/invite-person', { email: 'a@notprovider.example', role: 'Viewer' })).statusCode,
    ).toBe(200)
  })

  test.each([
    ['of its staff', 'Staff@Provider.example'],
    ['at its domain', 'new@provider.example'],
  ])('are not invited at the provider’s addresses: %s', async (_what, email) => {
    await server().services.database.asSystem((tx) =>
      tx
        .insert(providerIdentity)
        .values({
          ...{ issuer: 'https://provider.example', clientId: 'doorstep', clientSecret: null },
          emailDomains: ['provider.example', 'ashford.example'],
        })
        .onConflictDoNothing(),
    )
    expect(await change('invite-person', { email, role: 'Viewer' })).toEqual([409, 'providers_address'])
    // Where the council is its own provider, its domain stays its own.
    const own = `own${email.length}@ashford.example`
    expect((await admin.post('/api/invite-person', { email: own, role: 'Viewer' })).statusCode).toBe(200)
    await server().services.database.asSystem((tx) => tx.delete(providerIdentity))
  })

  test.each([
    ['a super administrator', { email: 'a@ashford.example', role: 'SuperAdmin' }],
    ['an address that is none', { email: 'nobody', role: 'Viewer' }],
  ])('are not invited as %s', async (_what, body) => {
    expect(await change('invite-person', body)).toEqual([422, 'invalid_input'])
  })

  test('have another role from their next call on', async () => {
    const person = await invited()
    const session = await enter(person.id)
    expect((await session.post('/api/invite-person', {})).statusCode).toBe(403)
    expect(await change('change-role', { person_id: person.id, role: 'OrganisationAdmin' })).toEqual([200, undefined])
    expect((await session.post('/api/invite-person', {})).statusCode).toBe(422)
    expect(await change('change-role', { person_id: person.id, role: 'SuperAdmin' })).toEqual([422, 'invalid_input'])
    expect((await recorded(person.id))[0]).toEqual([
      'person_role',
      'Viewer → OrganisationAdmin',
      'admin@ashford.example',
    ])
  })

  test('get no more of an export that is under way when their role changes', async () => {
    const person = await invited()
    const own = await enter(person.id)
    const { app } = server()
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
    const headers = { ...own.headers, 'content-type': 'application/json', 'content-length': '100' }
    const { port } = new URL(app.listeningOrigin)
    const call = request({
      method: 'POST',
      port,
      path: '/api/temporary-csv',
      headers: { ...headers, expect: '100-continue' },
    })
    call.on('error', () => {})
    const over = new Promise((resolve) => call.once('close', resolve))
    call.flushHeaders()
    await once(call, 'continue')
    expect(await own.status()).toBe(200)
    expect(await change('change-role', { person_id: person.id, role: 'OrganisationAdmin' })).toEqual([200, undefined])
    await over
  })

  test('get no more of an export that is under way when their role’s rights change', async () => {
    const rows = Array.from({ length: 6_000 }, (_, index) => ({ household_reference: `E-${index}` }))
    await importHouseholds(server(), 'ashford', rows)
    const { headers } = await enter((await invited()).id)
    const answer = await server().app.inject({
      method: 'POST',
      url: '/api/temporary-csv',
      payload: selected(),
      headers,
      payloadAsStream: true,
    })
    const file = answer.stream()
    await once(file, 'readable')
    const ended = expect(once(file, 'close')).rejects.toThrow('destroyed before completion')
    const roles = [{ role: 'Viewer', may_export: true, hidden_groups: ['health'] }]
    expect((await admin.post('/api/set-access-rules', { roles, purposes: [] })).statusCode).toBe(200)
    await ended
    await admin.post('/api/set-access-rules', { roles: [], purposes: [] })
  })

  test('are out with their next call when they are removed, and stay out until they are invited again', async () => {
    const person = await invited()
    const session = await enter(person.id)
    expect(await session.status()).toBe(200)
    expect((await admin.post('/api/remove-person', { person_id: person.id })).json()).toEqual({ sessions_ended: 1 })
    expect(await session.status()).toBe(401)
    expect((await list()).map(({ id }) => id)).not.toContain(person.id)
    const { services, seed } = server()
    expect(await services.people.admission.findMember(seed.ashford.id, person.email)).toBeUndefined()
    // One that had begun to sign in.
    expect(await (await enter(person.id)).status()).toBe(401)
    expect(await change('end-sessions', { person_id: person.id })).toEqual([404, 'not_found'])
    expect(await change('invite-person', { email: person.email, role: 'Viewer' })).toEqual([200, undefined])
    expect((await services.people.admission.findMember(seed.ashford.id, person.email))?.id).toBe(person.id)
  })

  test('take no session along to another organisation', async () => {
    const person = await invited()
    const session = await enter(person.id)
    expect(await session.status()).toBe(200)
    const { services, seed } = server()
    await services.database.asSystem((tx) =>
      tx.update(people).set({ organisationId: seed.brynmor.id }).where(eq(people.id, person.id)),
    )
    expect(await session.status()).toBe(401)
  })

  test('are not taken for who signs in after them in the same browser', async () => {
    const [viewer, admin] = [await callAs(server(), 'viewer'), await callAs(server(), 'admin')]
    const { headers } = await viewer.get('/api/session/user')
    const page = { [PERSON_HEADER]: String(headers[PERSON_HEADER]) }
    const send = (session: typeof viewer) => session.post('/api/filter-facets', selected(), page)
    expect((await send(admin)).json()).toMatchObject({ code: 'another_person' })
    expect((await send(viewer)).json()).not.toMatchObject({ code: 'another_person' })
    expect(await admin.get('/api/session/user', page)).toMatchObject({ statusCode: 409 })
  })

  test('sign in again when their sessions were ended', async () => {
    const person = await invited()
    const session = await enter(person.id)
    expect((await list()).find(({ id }) => id === person.id)).toMatchObject({ is_signed_in: true })
    expect((await admin.post('/api/end-sessions', { person_id: person.id })).json()).toEqual({ sessions_ended: 1 })
    expect(await session.status()).toBe(401)
    expect(await (await enter(person.id)).status()).toBe(200)
    expect((await recorded(person.id))[0]).toEqual(['sessions_ended', '', 'admin@ashford.example'])
  })

  test('do not remove or demote themselves', async () => {
    await invited('OrganisationAdmin')
    const { id: person_id } = server().seed.people.admin
    expect(await change('remove-person', { person_id })).toEqual([409, 'yourself'])
    expect(await change('change-role', { person_id, role: 'Viewer' })).toEqual([409, 'yourself'])
  })

  test('keep an administrator, also when two remove each other at once', async () => {
    const { id } = server().seed.people.other
    const staff = await callAs(server(), 'staff', 'brynmor')
    expect(await change('remove-person', { person_id: id }, staff)).toEqual([409, 'last_administrator'])
    expect(await change('change-role', { person_id: id, role: 'Viewer' }, staff)).toEqual([409, 'last_administrator'])
    const first = await callAs(server(), 'other')
    const invitation = { email: 'second@brynmor.example', role: 'OrganisationAdmin' }
    const second = organisationUserSchema.parse((await first.post('/api/invite-person', invitation)).json())
    const { services, seed } = server()
    const by = (userId: string) => ({
      userId,
      email: 'a@brynmor.example',
      organisationId: seed.brynmor.id,
      actor: { role: 'OrganisationAdmin' },
    })
    const ends = await Promise.allSettled([
      services.people.remove(by(id), second.id),
      services.people.remove(by(second.id), id),
    ])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(
      (await services.people.list(seed.brynmor.id)).filter(({ role }) => role === 'OrganisationAdmin'),
    ).toHaveLength(1)
  })

  test('are nobody else’s to see or change: the provider’s staff and other councils’ people are not there', async () => {
    const { staff, other, viewer } = server().seed.people
    const emails = (await list()).map(({ email }) => email)
    expect(emails).toContain(viewer.email)
    expect(emails).not.toContain(staff.email)
    expect(emails).not.toContain(other.email)
    for (const { id: person_id } of [staff, other]) {
      for (const path of ['remove-person', 'end-sessions'])
        expect(await change(path, { person_id })).toEqual([404, 'not_found'])
      expect(await change('change-role', { person_id, role: 'Viewer' })).toEqual([404, 'not_found'])
    }
  })

  test('are those of the organisation in view for super administrators', async () => {
    const staff = await callAs(server(), 'staff', 'brynmor')
    await staff.post('/api/view-as', { role_name: null, display_name: 'Ashford Council' })
    const person = await invited()
    expect((await list(staff)).map(({ id }) => id)).toContain(person.id)
    expect(await change('remove-person', { person_id: person.id }, staff)).toEqual([200, undefined])
    expect((await recorded(person.id))[0]).toEqual(['person_removed', '', 'staff@provider.example'])
  })

  test('are named to readers of the audit log, which itself holds their id', async () => {
    const person = await invited()
    const staff = await callAs(server(), 'staff')
    const { entries } = (await staff.post('/api/audit-entries', { action: 'person_added' })).json<{
      entries: { subject: string }[]
    }>()
    expect(entries[0]?.subject).toBe(`${person.email} as Viewer`)
    await server().services.database.asSystem((tx) => tx.delete(people).where(eq(people.id, person.id)))
    const after = (await staff.post('/api/audit-entries', { action: 'person_added' })).json<typeof entries>()
    expect(after).toMatchObject({ entries: [{ subject: `${person.id} as Viewer` }, ...entries.slice(1)] })
  })
})
