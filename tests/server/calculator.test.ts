import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { auditEntries, calculatorJobs } from '../../src/server/db/schema'
import { callAs, selected } from './harness/caller'
import { onEngine, startServer, type TestServer } from './harness/server'
import { importHouseholds } from './harness/snapshot'

const CALCULATOR = '/api/households-to-calculator'

const PENSIONER = { household_type: 'single_pensioner', age_of_head: '78', pension_age: 'true' }
const HOUSEHOLDS = [
  {
    ward_code: 'E05999001',
    household_reference: '=TST-0001',
    ...PENSIONER,
    pension_credit: 'eligible_not_claiming',
    pension_credit_weekly_award: '74.59',
  },
  {
    ward_code: 'E05999001',
    household_reference: 'TST-0002',
    ...PENSIONER,
    attendance_allowance: 'likely_eligible',
    tenure: 'council_rent',
  },
]

const latestJob = ({ services }: TestServer) =>
  services.database.asSystem(async (tx) => {
    const [job] = await tx.select().from(calculatorJobs).orderBy(desc(calculatorJobs.createdAt)).limit(1)
    return job
  })

/** Waits until the worker has ended the latest job. */
const ended = (server: TestServer) =>
  vi.waitFor(
    async () => {
      const job = await latestJob(server)
      expect(job?.finishedAt).toBeInstanceOf(Date)
      return job
    },
    { interval: 100 },
  )

onEngine('postgresql', 'The built-in calculator', {}, (server) => {
  beforeAll(() => importHouseholds(server(), 'ashford', HOUSEHOLDS))

  test('takes the households, says how many, and writes what each may claim', async () => {
    const answer = await (await callAs(server(), 'viewer')).post(CALCULATOR, selected())
    expect([answer.statusCode, answer.json()]).toEqual([200, '2 households sent to the calculator'])
    const job = await ended(server())
    expect(job).toMatchObject({ state: 'done', householdCount: 2 })
    const folder = join(server().services.config.dataFolder, 'files', 'calculator')
    expect(await readdir(folder)).toEqual([`${job?.resultKey}.csv`])
    expect((await readFile(join(folder, `${job?.resultKey}.csv`), 'utf8')).split('\r\n')).toEqual([
      'household_reference,pension_credit_a_year,attendance_allowance_a_year,attendance_allowance_at_higher_rate_a_year,healthy_start_a_year,free_school_meals_a_year,total_a_year,pension_credit_highest_a_year,healthy_start_highest_a_year,free_school_meals_highest_a_year,total_highest_a_year,rates_of,method',
      // On £310.25 the addition for severe disability would bring (324.05 − 310.25) × 52.
      expect.stringMatching(
        /^'=TST-0001,3878\.68,0\.00,0\.00,0\.00,0\.00,3878\.68,3878\.68,0\.00,0\.00,3878\.68,2026 to 2027,"?For a/,
      ),
      expect.stringMatching(
        /^TST-0002,0\.00,3988\.40,5959\.20,0\.00,0\.00,3988\.40,1651\.52,0\.00,0\.00,7610\.72,2026 to 2027,"?For a/,
      ),
      '',
    ])
  })

  test('works on the filtered households only, and counts one in the singular', async () => {
    const answer = await (await callAs(server(), 'viewer')).post(CALCULATOR, selected({ tenure: ['council_rent'] }))
    expect(answer.json()).toBe('1 household sent to the calculator')
    expect(await ended(server())).toMatchObject({ state: 'done', householdCount: 1 })
    const entries = await server().services.database.asSystem((tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.action, 'calculator')),
    )
    expect(entries.map((entry) => entry.quantity)).toContain(1)
  })

  test('refuses when no household matches, and queues nothing', async () => {
    const before = await latestJob(server())
    const answer = await (await callAs(server(), 'viewer')).post(CALCULATOR, selected({ tenure: ['mortgaged'] }))
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
      422,
      'No households match these filters, so none were sent to the calculator.',
    ])
    expect((await latestJob(server()))?.id).toBe(before?.id)
  })
})

describe("The operator's calculator", () => {
  const taken: { headers: IncomingHttpHeaders; body: string }[] = []
  const calculator = createServer((request, response) => {
    void text(request).then((body) => {
      taken.push({ headers: request.headers, body })
      // Busy at first: what it did not take comes again.
      response.writeHead(taken.length === 1 ? 503 : 200).end()
    })
  })
  let server: TestServer | undefined
  beforeAll(async () => {
    calculator.listen(0, '127.0.0.1')
    await once(calculator, 'listening')
    const address = calculator.address()
    const port = typeof address === 'object' ? address?.port : 0
    server = await startServer('postgresql', {
      CALCULATOR_URL: `http://127.0.0.1:${port}/households`,
      CALCULATOR_SECRET: 'shared secret',
    })
    await importHouseholds(server, 'ashford', HOUSEHOLDS)
  })
  afterAll(async () => {
    await server?.close()
    calculator.close()
  })

  test('is sent the households in signed batches, again with the same key until it has taken them', async () => {
    if (!server) throw new Error('The server has not been started.')
    await (await callAs(server, 'viewer')).post(CALCULATOR, selected())
    const job = await ended(server)
    expect(job).toMatchObject({ state: 'done', resultKey: null })
    expect(taken).toHaveLength(2)
    expect(taken.map(({ headers }) => headers['idempotency-key'])).toEqual([`${job?.id}-1`, `${job?.id}-1`])
    for (const { headers, body } of taken) {
      const signed = `${String(headers['x-doorstep-timestamp'])}.${body}`
      const signature = createHmac('sha256', 'shared secret').update(signed).digest('hex')
      expect(headers['x-doorstep-signature']).toBe(`sha256=${signature}`)
    }
    expect(JSON.parse(taken[1]?.body ?? '')).toMatchObject({
      job: job?.id,
      organisation: 'ashford',
      snapshot: '2026-10-01',
      batch: 1,
      households: [
        {
          household_reference: '=TST-0001',
          pension_credit_weekly_award: 74.59,
          youngest_child_age: null,
          carer: false,
        },
        { household_reference: 'TST-0002', tenure: 'council_rent' },
      ],
    })
  })
})

test('an address without a secret to sign with stops the start', async () => {
  await expect(startServer('embedded', { CALCULATOR_URL: 'http://127.0.0.1:9' })).rejects.toThrow(/CALCULATOR_SECRET/)
})
