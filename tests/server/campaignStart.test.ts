import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { campaigns as campaignRows, sendingAllowance } from '../../src/server/db/schema'
import { NOTIFY_LIMITS } from '../../src/server/modules/campaigns/sending/rateLimiter'
import { campaignTools } from './harness/campaigns'
import { listeningSimulator, sendingTools, testClock } from './harness/sending'
import { onEngine } from './harness/server'

/* docs/product.md#when-it-goes-out */

const ALWAYS = { send_from: 0, send_until: 24, send_on_sundays: true }
const SETTINGS = {
  languages: ['en' as const],
  in_both_languages: false,
  phone: null,
  return_address: null,
  privacy_notice: null,
  ...ALWAYS,
}
const MINUTE = 60_000

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()

onEngine('embedded', 'When a campaign goes out', {}, (server) => {
  const tools = campaignTools(server)
  const { detail, prepared, move, rowsOf, as, audited } = tools
  const sending = sendingTools(server)
  beforeAll(tools.prepareHouseholds)
  beforeEach(async () => {
    await tools.reset()
    await hours()
  })

  const hours = (change: object = {}) =>
    server().services.notifyAccounts.setMessageSettings(
      { organisationId: server().seed.ashford.id, email: 'test', actor: { role: 'SuperAdmin' } },
      { ...SETTINGS, ...change },
    )
  const reviewed = async () => {
    const id = await prepared()
    await move('review-campaign', id)
    return id
  }
  const run = async (id: number, start_at?: string) =>
    (await as('staff', 'ashford')).post(
      `/api/run-reviewed-campaign?campaign_id=${id}${start_at === undefined ? '' : `&start_at=${encodeURIComponent(start_at)}`}`,
      '',
    )
  const change = async (id: number, start_at: string | null) =>
    (await as('staff', 'ashford')).post(`/api/change-campaign-start?campaign_id=${id}`, { start_at })
  const untilComplete = (id: number) =>
    vi.waitFor(async () => expect(await detail(id)).toMatchObject({ status: 'Complete' }))
  /** What waits for its start looks again within a minute: here at once. */
  const lookAgain = () => server().services.database.executeSql(`update pgboss.job set start_after = now()`)
  const attempts = async (id: number) => (await rowsOf(id)).reduce((sum, row) => sum + row.attempts, 0)

  test('at its time: until then nothing goes out, it can be put off and brought forward, and then each gets it once', async () => {
    const id = await reviewed()
    const first = inMinutes(60)
    expect((await run(id, first)).json()).toMatchObject({ started: true, phase: 'sending' })
    expect(await detail(id)).toMatchObject({ starts_at: first, phase: 'sending', status: 'sent to api' })
    await lookAgain()
    const later = inMinutes(120)
    expect((await change(id, later)).statusCode).toBe(200)
    expect(await detail(id)).toMatchObject({ starts_at: later, sent_count: 0 })
    expect(await audited('start_changed')).toMatchObject({ subject: `campaign ${id} (sms)` })
    expect((await run(id, first)).json()).toMatchObject({ started: false })
    expect(await detail(id)).toMatchObject({ starts_at: later })
    expect(await attempts(id)).toBe(0)
    await Promise.all([change(id, null), change(id, null)])
    await lookAgain()
    await untilComplete(id)
    expect((await rowsOf(id)).map((row) => row.attempts)).toEqual([1, 1])
    expect((await change(id, later)).statusCode).toBe(409)
  })

  test.each([
    ['in the past', () => inMinutes(-1), /still to come/],
    ['in two months', () => inMinutes(60 * 24 * 61), /within the next 30 days/],
    ['on a Sunday', () => nextSunday(), /sends nothing at that time/],
  ])('never %s', async (_when, startAt, words) => {
    await hours({ send_on_sundays: false })
    const id = await reviewed()
    const answer = await run(id, startAt())
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringMatching(words) as string])
    expect(await detail(id)).toMatchObject({ phase: 'prepared' })
  })

  test('what was paused before its start goes out only after it is resumed, and pausing twice is one pause', async () => {
    const id = await reviewed()
    await run(id, inMinutes(60))
    await Promise.all([move('pause-campaign', id), move('pause-campaign', id)])
    expect(await detail(id)).toMatchObject({ phase: 'paused', problem: expect.stringMatching(/^Paused by/) as string })
    expect((await change(id, null)).statusCode).toBe(200)
    await lookAgain()
    const { rows } = await server().services.database.executeSql(`select 1 from audit_entries where action = 'pause'`)
    expect(rows).toHaveLength(1)
    expect(await attempts(id)).toBe(0)
    await move('resume-campaign', id)
    await lookAgain()
    await untilComplete(id)
    expect((await rowsOf(id)).map((row) => row.attempts)).toEqual([1, 1])
    expect((await move('pause-campaign', id)).statusCode).toBe(409)
  })

  test('a server that has begun takes up no more once it is put off or paused, and goes on with the rest', async () => {
    const { database, campaigns } = server().services
    await database.asSystem((tx) => tx.delete(sendingAllowance))
    let taken = 0
    const work = await sending.createRunningCampaign(60)
    const notify = await listeningSimulator({
      fault: ({ isSending }) => {
        if (isSending && ++taken === 5) void pause()
        return undefined
      },
    })
    const pause = () =>
      database.forOrganisation(work.organisationId, (tx) => campaigns.sendingMoves.pause(tx, work.campaignId, 'x'))
    const own = sending.sender(notify.client(), { limits: { ...NOTIFY_LIMITS, burst: 10 } })
    await own.slice(work)
    expect(notify.ledger.messages.length).toBeGreaterThanOrEqual(5)
    expect(notify.ledger.messages.length).toBeLessThan(60)
    const put = (startAt: Date | null) =>
      database.asSystem((tx) =>
        tx.update(campaignRows).set({ pausedAt: null, startAt }).where(eq(campaignRows.id, work.campaignId)),
      )
    await put(new Date(Date.now() + 60 * MINUTE))
    const before = notify.ledger.messages.length
    await own.slice(work)
    expect(notify.ledger.messages.length).toBe(before)
    await put(null)
    await sending.sendAll(own, work, testClock())
    const references = notify.ledger.messages.map(({ reference }) => reference)
    expect([references.length, new Set(references).size]).toEqual([60, 60])
    await notify.close()
  })
})

function nextSunday(): string {
  const day = new Date(Date.now() + 24 * 60 * MINUTE)
  while (day.getUTCDay() !== 0) day.setUTCDate(day.getUTCDate() + 1)
  day.setUTCHours(12, 0, 0, 0)
  return day.toISOString()
}
