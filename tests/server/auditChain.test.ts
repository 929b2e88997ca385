import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { onEachEngine } from './harness/server'

const ENTRIES = 60

/** Always the same ones, from 0 to below 1. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff) / 0x8000_0000
}

onEachEngine('The chain of the audit log', {}, (server) => {
  const whole = async () => (await server().services.audit.verify()).flatMap(({ problems }) => problems)
  const run = (query: string) => server().services.database.asSystem((tx) => tx.execute(sql.raw(query)))

  beforeAll(async () => {
    const { audit, queue } = server().services
    // Or it would sign meanwhile, as every server does when it starts.
    await queue.stop()
    for (const slug of ['ashford', 'brynmor'] as const) {
      const person = {
        organisationId: server().seed[slug].id,
        email: `ŵ"\\@${slug}.example`,
        actor: { role: 'Viewer' },
      }
      for (let index = 0; index < ENTRIES; index++) {
        await audit.record(person, 'export', `households – ${index}\t"csv"`, index % 3 === 0 ? undefined : index)
      }
      await audit.seal()
      await audit.record(person, 'export', 'after the signature', 1)
    }
  })

  test('is whole, and says up to where it is signed', async () => {
    expect(await server().services.audit.verify('ashford')).toEqual([
      { slug: 'ashford', entries: ENTRIES + 1, signedAt: expect.any(Date) as Date, problems: [] },
    ])
  })

  test('writers at once follow each other', async () => {
    const { audit } = server().services
    const person = { organisationId: server().seed.ashford.id, email: 'a@ashford.example', actor: { role: 'Viewer' } }
    await Promise.all(Array.from({ length: 12 }, (_, index) => audit.record(person, 'export', `at once ${index}`)))
    expect(await whole()).toEqual([])
  })

  test('shows 100 of 100 entries that SQL changed, removed or inserted', async () => {
    const next = numbersFrom(7)
    const found: string[] = []
    const missed: string[] = []
    await run('create table kept as select * from audit_entries')
    for (let round = 0; round < 100; round++) {
      const at = `(select id from audit_entries order by id offset ${Math.floor(next() * ENTRIES * 2)} limit 1)`
      const columns = 'at, organisation_id, actor_email, actor_role, action, subject, quantity, position, hash' as const
      const attack = [
        `update audit_entries set subject = subject || ' ' where id = ${at}`,
        `update audit_entries set quantity = coalesce(quantity, 0) + 1 where id = ${at}`,
        `update audit_entries set at = at - interval '1 second' where id = ${at}`,
        `update audit_entries set actor_email = 'somebody@else.example' where id = ${at}`,
        `delete from audit_entries where id = ${at}`,
        `delete from audit_entries where id = (select max(id) from audit_entries)`,
        `insert into audit_entries (${columns}) select ${columns} from audit_entries where id = ${at}`,
        `insert into audit_entries (organisation_id, actor_email, actor_role, action, subject)
           select organisation_id, actor_email, actor_role, action, subject from audit_entries where id = ${at}`,
        // With a hash that anybody can make, and the head moved on.
        `with made as (insert into audit_entries (${columns})
             select now(), organisation_id, 'x', 'Viewer', 'export', 'x', 1, position + 1, 'none:' || repeat('0', 64)
             from audit_heads limit 1 returning organisation_id, position, hash)
           update audit_heads h set position = m.position, hash = m.hash from made m
           where m.organisation_id = h.organisation_id`,
      ][round % 9]
      await run('create table heads as select * from audit_heads')
      await run(attack ?? '')
      const problems = await whole()
      ;(problems.length > 0 ? found : missed).push(attack ?? '')
      await run('delete from audit_entries')
      await run('insert into audit_entries overriding system value select * from kept')
      await run('delete from audit_heads')
      await run('insert into audit_heads select * from heads')
      await run('drop table heads')
    }
    await run('drop table kept')
    expect([found.length, missed]).toEqual([100, []])
    expect(await whole()).toEqual([])
  })

  test('a signature that is not the instance’s is found', async () => {
    await run(`update audit_seals set signature = 'none:' || repeat('0', 64)`)
    expect(await whole()).toContainEqual(expect.stringContaining('The signature at entry'))
  })
})
