import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { deleteFilterTemplate } from '../../src/contract/households/filterTemplates'
import { idempotencyKeys } from '../../src/server/db/schema'
import { createSecrets } from '../../src/server/lib/secrets'
import { createIdempotencyService } from '../../src/server/modules/platform/idempotency/service'
import { onEngine } from './harness/server'

/* Answers that are kept by Idempotency-Key. What a repeat gets: tests/server/templates.test.ts */

onEngine('embedded', 'Kept answers', {}, (server) => {
  const hashes = () =>
    server().services.database.asSystem((tx) =>
      tx.select({ hash: idempotencyKeys.requestHash }).from(idempotencyKeys).orderBy(idempotencyKeys.key),
    )

  async function callers() {
    const { database, idempotency, sessions } = server().services
    const { ashford, people } = server().seed
    const session = await sessions.begin({ personId: people.admin.id, organisationId: ashford.id })
    const person = (await sessions.find(session.id))?.person
    if (!person) throw new Error('Nobody is signed in.')
    const secrets = createSecrets({ secretKeys: [], dataFolder: '', databaseUrl: 'none' })
    const through = (service: typeof idempotency) => (key: string, body: string) =>
      service.once({ person, endpoint: deleteFilterTemplate, key, body }, async () => ({ template_id: 1 }))
    const fill = (keys: number) =>
      database.asSystem((tx) =>
        tx.insert(idempotencyKeys).values(
          Array.from({ length: keys }, (_, index) => ({
            organisationId: ashford.id,
            personId: people.admin.id,
            key: `kept-${index}`,
            requestHash: '',
          })),
        ),
      )
    return { fill, send: through(idempotency), sendUnkeyed: through(createIdempotencyService({ database, secrets })) }
  }

  test('are at most 2,000 of a person', async () => {
    const { fill, send } = await callers()
    await fill(1_999)
    await send('the-last', 'TST-0001')
    await expect(send('one-more', 'TST-0001')).rejects.toMatchObject({ status: 429, code: 'too_many_changes' })
    expect(await send('the-last', 'TST-0001')).toEqual({ template_id: 1 })
    await server().services.database.asSystem((tx) => tx.delete(idempotencyKeys))
  })

  test('tell nobody who guesses what was sent, and go at night', async () => {
    const { database } = server().services
    const { send, sendUnkeyed } = await callers()
    await send('a', 'TST-0001')
    await sendUnkeyed('b', 'TST-0001')
    const kept = await hashes()
    expect(kept).toEqual([
      { hash: expect.stringMatching(/^[0-9a-f]{8}:[0-9a-f]{64}$/) as string },
      { hash: expect.stringMatching(/^none:/) as string },
    ])
    await expect(send('a', 'TST-0002')).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    // Without a key the digest does not depend on what was sent.
    await sendUnkeyed('b', 'TST-0002')
    await send('b', 'TST-0003')
    expect(await hashes()).toEqual(kept)
    // As the migration leaves what was kept before.
    await database.asSystem((tx) => tx.update(idempotencyKeys).set({ requestHash: '' }))
    await send('a', 'TST-0001')

    const old = sql`now() - interval '8 days'`
    await database.asSystem((tx) => tx.update(idempotencyKeys).set({ createdAt: old }))
    await database.executeSql("update pgboss.job set start_after = now() where name = 'nightly'")
    await vi.waitFor(async () => expect(await hashes()).toEqual([]))
  })
})
