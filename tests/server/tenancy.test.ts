import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { contacts, organisations, people } from '../../src/server/db/schema'
import { onEachEngine } from './harness/server'

const tableRow = z.object({ name: z.string(), secured: z.boolean(), policies: z.number() })

onEachEngine('The records', {}, (server) => {
  const contact = (organisationId: string, householdReference: string) => ({ organisationId, householdReference })

  beforeAll(async () => {
    const { ashford, brynmor } = server().seed
    await server().services.database.asSystem((tx) =>
      tx.insert(contacts).values([contact(ashford.id, 'A-1'), contact(brynmor.id, 'B-1')]),
    )
  })

  test('have row-level security and a policy on every table of an organisation', async () => {
    const { rows } = await server().services.database.executeSql(
      `select c.relname as name, c.relrowsecurity as secured,
         (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') and (c.relname = 'organisations' or exists (
         select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organisation_id' and not a.attisdropped))`,
    )
    const tables = z.array(tableRow).parse(rows)
    expect(tables.length).toBeGreaterThan(9)
    expect(tables.filter(({ secured, policies }) => !secured || policies === 0)).toEqual([])
  })

  test('let nobody who answers requests at what belongs to no organisation', async () => {
    const { rows } = await server().services.database.executeSql(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relrowsecurity
         and has_table_privilege('doorstep_app', c.oid, 'select, insert, update, delete')`,
    )
    expect(rows).toEqual([])
  })

  test('show an organisation its own rows, and none of another however it asks', async () => {
    const { database } = server().services
    const { ashford, brynmor } = server().seed
    const seen = await database.forOrganisation(ashford.id, async (tx) => ({
      contacts: await tx.select({ reference: contacts.householdReference }).from(contacts),
      organisations: await tx.select({ slug: organisations.slug }).from(organisations),
      people: await tx.select({ email: people.email }).from(people),
      theirs: await tx
        .select()
        .from(contacts)
        .where(sql`${contacts.organisationId} = ${brynmor.id}`),
    }))
    expect(seen.contacts).toEqual([{ reference: 'A-1' }])
    expect(seen.organisations).toEqual([{ slug: 'ashford' }])
    expect(seen.people.map(({ email }) => email).sort()).toEqual(['admin@ashford.example', 'viewer@ashford.example'])
    expect(seen.theirs).toEqual([])
  })

  test("refuse to write another organisation's rows", async () => {
    const { database } = server().services
    const { ashford, brynmor } = server().seed
    await expect(
      database.forOrganisation(ashford.id, (tx) => tx.insert(contacts).values(contact(brynmor.id, 'B-2'))),
    ).rejects.toThrow()
    await database.forOrganisation(ashford.id, (tx) => tx.update(contacts).set({ town: 'Elsewhere' }))
    const theirs = await database.forOrganisation(brynmor.id, (tx) => tx.select().from(contacts))
    expect(theirs).toMatchObject([{ householdReference: 'B-1', town: '' }])
  })

  test('show nothing without an organisation in view, and forget it with the transaction', async () => {
    const { database } = server().services
    await database.forOrganisation(server().seed.ashford.id, (tx) => tx.select().from(contacts))
    const seen = await database.asSystem(async (tx) => {
      await tx.execute(sql`set local role doorstep_app`)
      return tx.select().from(contacts)
    })
    expect(seen).toEqual([])
  })

  test.each(['update audit_entries set action = action', 'delete from audit_entries'])(
    'let nobody who answers requests change what was done: %s',
    async (statement) => {
      const { database, audit, sessions } = server().services
      const { id } = await sessions.begin({
        personId: server().seed.people.admin.id,
        organisationId: server().seed.ashford.id,
      })
      const person = (await sessions.find(id))?.person
      if (!person) throw new Error('There is no session.')
      await audit.record(person, 'export', 'households', 12)
      await expect(
        database.forOrganisation(person.organisationId, (tx) => tx.execute(sql.raw(statement))),
      ).rejects.toThrow()
    },
  )
})
