import { expect, test } from 'vitest'
import { getJobs } from '../../src/contract/organisations/backgroundJobs'
import { auditEntries } from '../../src/server/db/schema'
import { callAs } from './harness/caller'
import { onEachEngine } from './harness/server'

/* Work in the background, as super administrators see it in Settings. */

onEachEngine('Work in the background', {}, (server) => {
  const FAILED = '6f2c7d6e-6e0b-4a37-9a1c-2f0f8a7f5b11'
  /** A job of a kind that no worker takes, so that it stays as it is. */
  const put = async (id: string, state: string, data: object, output: object | null = null) => {
    const { database } = server().services
    await database.executeSql(
      `select pgboss.create_queue('kept-still', '{"policy":"standard"}'::json) where not exists (select from pgboss.queue where name = 'kept-still')`,
    )
    await database.executeSql(
      `insert into pgboss.job (id, name, data, state, output, retry_limit, retry_count)
       values ($1::uuid, 'kept-still', $2::jsonb, $3::pgboss.job_state, $4::jsonb, 2, 2)`,
      [id, JSON.stringify(data), state, output && JSON.stringify(output)],
    )
  }

  test('is listed with what failed first, and runs again when somebody asks', async () => {
    const { seed, services } = server()
    await put('6f2c7d6e-6e0b-4a37-9a1c-2f0f8a7f5b12', 'created', { reference: 'TST-0001' })
    await put(FAILED, 'failed', { organisationId: seed.ashford.id, reference: 'TST-0002' }, { message: 'TypeError.' })
    const staff = await callAs(server(), 'staff', 'brynmor')
    const answer = await staff.get('/api/jobs')
    expect(answer.body).not.toContain('TST-')
    const listed = getJobs.reply.parse(answer.json()).jobs.filter(({ kind }) => kind === 'kept-still')
    expect(listed).toMatchObject([
      { id: FAILED, state: 'failed', organisation: 'Ashford Council', failures: 3, reason: 'TypeError.' },
      { state: 'waiting', organisation: null, reason: null },
    ])

    const retried = getJobs.reply.parse((await staff.post('/api/retry-job', { id: FAILED })).json())
    expect(retried.jobs.find(({ id }) => id === FAILED)).toMatchObject({ state: 'waiting' })
    const audited = await services.database.asSystem((tx) => tx.select().from(auditEntries))
    expect(audited).toMatchObject([{ action: 'job_retried', subject: FAILED, organisationId: seed.ashford.id }])
    expect((await staff.post('/api/retry-job', { id: '6f2c7d6e-6e0b-4a37-9a1c-2f0f8a7f5b99' })).statusCode).toBe(409)
  })
})
