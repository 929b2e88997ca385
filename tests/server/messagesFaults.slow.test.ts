import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, between, eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { campaigns, recipients, sendingAllowance } from '../../src/server/db/schema'
import type { NotifyClient } from '../../src/server/clients/notify'
import { makeKey } from '../../src/server/demo/notify-simulator/key'
import type { Tx } from '../../src/server/db/engine'
import { backUp } from '../../src/server/cli/backup/backup'
import { restore } from '../../src/server/cli/backup/restore'
import { NOTIFY_LIMITS } from '../../src/server/modules/campaigns/sending/rateLimiter'
import { sortOutcomes, type AttemptOutcome } from '../../src/server/modules/campaigns/sending/attempt'
import { claim, noteOutcomes } from '../../src/server/modules/campaigns/recipients/sendingRepo'
import { recordsClock } from '../../src/server/db/time'
import { createServices } from '../../src/server/services'
import { freshDatabase } from './harness/engines'
import {
  listeningSimulator,
  seededRandom,
  sendingTools,
  SMS_TEMPLATE,
  testClock,
  type SimulatedFault,
} from './harness/sending'
import { onEngine } from './harness/server'

/** An address that reaches nobody: refused with 400 before anything is sent. */
const LANDLINE = '+441614960000'

onEngine('postgresql', 'Sending through bad luck', { NODE_ENV: 'production' }, (server) => {
  const { createRunningCampaign, sender, sendAll, campaign, rows, states } = sendingTools(server)
  let fault: (call: { isSending: boolean }) => SimulatedFault | undefined
  let notify: Awaited<ReturnType<typeof listeningSimulator>>
  let clock: ReturnType<typeof testClock>
  beforeEach(async () => {
    fault = () => undefined
    notify = await listeningSimulator({ fault: (call) => fault(call), perMinute: 1_000_000 })
    clock = testClock()
    await server().services.database.asSystem(async (tx) => {
      await tx.delete(campaigns)
      await tx.delete(sendingAllowance)
    })
  })
  afterEach(() => notify.close())

  test('Notify down for ten minutes fails nobody and pauses nothing: it waits, says so, and goes on', async () => {
    const work = await createRunningCampaign(60)
    const sending = sender(notify.client(), { clock })
    const problems = new Set<string | null>()
    fault = () => (clock.passed < 10 * 60_000 && notify.ledger.messages.length >= 20 ? 'down' : undefined)
    await sendAll(sending, work, clock, async () => {
      problems.add((await campaign(work)).problem)
      expect((await campaign(work)).pausedAt).toBeNull()
    })
    expect(clock.passed).toBeGreaterThan(10 * 60_000)
    expect([...problems]).toContain(
      'GOV.UK Notify is not answering. Doorstep keeps trying: nobody is left out, and nobody is sent to twice.',
    )
    expect(await campaign(work)).toMatchObject({ status: 'Complete', problem: null })
    expect([notify.ledger.messages.length, notify.timesTaken(), await states(work)]).toEqual([60, [1], { sending: 60 }])
  })

  test('a server that stops ends after the texts under way, and the next one sends the rest', async () => {
    const work = await createRunningCampaign(60)
    const stopping = new AbortController()
    fault = () => {
      stopping.abort()
      return undefined
    }
    const end = await sender(notify.client(), { clock }).slice(work, stopping.signal)
    expect([end, await states(work)]).toEqual([
      { kind: 'again', milliseconds: 0 },
      { sending: 15, prepared: 45 },
    ])
    await sendAll(sender(notify.client(), { clock }), work, clock)
    expect([notify.ledger.messages.length, notify.timesTaken(), await states(work)]).toEqual([60, [1], { sending: 60 }])
  })

  test('an hour without even a line to Notify is no different', async () => {
    const work = await createRunningCampaign(30)
    const line: { isThere: boolean } = { isThere: false }
    const client = notify.client()
    const other = await listeningSimulator()
    await other.close()
    const dead = other.client()
    const changing: NotifyClient = {
      ...client,
      sendText: (text) => (line.isThere ? client : dead).sendText(text),
      findByReference: (reference) => (line.isThere ? client : dead).findByReference(reference),
    }
    const sending = sender(changing, { clock })
    while (clock.passed < 60 * 60_000) {
      const end = await sending.slice(work)
      await clock.wait(end.kind === 'again' ? end.milliseconds : 60_000)
    }
    expect([Object.keys(await states(work)).toSorted(), (await campaign(work)).pausedAt]).toEqual([
      ['prepared', 'sending'],
      null,
    ])
    line.isThere = true
    await sendAll(sending, work, clock)
    expect([await campaign(work), notify.ledger.messages.length, notify.timesTaken()]).toMatchObject([
      { status: 'Complete' },
      30,
      [1],
    ])
  })

  test('with 429, 500 and answers lost after acceptance at random, each gets it exactly once', async () => {
    const work = await createRunningCampaign(100)
    const random = seededRandom(7)
    fault = ({ isSending }) => {
      const drawn = random()
      if (drawn < 0.1) return 'too-many'
      if (drawn < 0.3) return 'broken'
      return isSending && drawn < 0.4 ? 'drop' : undefined
    }
    await sendAll(sender(notify.client(), { clock }), work, clock)
    expect(await campaign(work)).toMatchObject({ status: 'Complete', problem: null })
    expect([notify.ledger.messages.length, notify.timesTaken(), await states(work)]).toEqual([
      100,
      [1],
      { sending: 100 },
    ])
    const sent = await rows(work)
    expect(sent.every(({ providerId, sentAt }) => providerId !== null && sentAt !== null)).toBe(true)
    expect(sent.some(({ attempts }) => attempts > 2)).toBe(true)
  })

  test('what Notify will never take fails alone, in words without the number, and is not tried again', async () => {
    const work = await createRunningCampaign(['+447700900101', LANDLINE, '+447700900102'])
    await sendAll(sender(notify.client(), { clock }), work, clock)
    expect((await rows(work)).map(({ state, reason, attempts }) => [state, reason, attempts])).toEqual([
      ['sending', null, 1],
      ['technical_failure', 'GOV.UK Notify refused it: phone_number Not a UK mobile number', 1],
      ['sending', null, 1],
    ])
    expect((await campaign(work)).status).toBe('Complete')
  })

  test('failures over 30% pause it, and resume sends to those alone that were not sent to', async () => {
    const numbers = Array.from({ length: 100 }, (_, index) =>
      index < 30 && index % 2 === 0 ? LANDLINE : `+4477009001${String(index).padStart(2, '0')}`,
    )
    const work = await createRunningCampaign(numbers)
    const sending = sender(notify.client(), { clock })
    await sendAll(sending, work, clock)
    const paused = await campaign(work)
    expect([paused.pausedAt === null, paused.status]).toEqual([false, 'sent to api'])
    expect(paused.problem).toBe(
      'Paused: 15 of 30 messages failed (50%). Most often: GOV.UK Notify refused it: phone_number Not a UK mobile number',
    )
    expect(await states(work)).toEqual({ sending: 15, technical_failure: 15, prepared: 70 })
    await sendAll(sending, work, clock)
    expect(notify.ledger.messages).toHaveLength(15)

    // Back in the records as it is after "resume": what failed before does not count again.
    await server().services.database.asSystem((tx) =>
      tx
        .update(campaigns)
        .set({ pausedAt: null, problem: null, judgedFrom: new Date(clock.start + clock.passed + 1) })
        .where(eq(campaigns.id, work.campaignId)),
    )
    await clock.wait(2)
    await sendAll(sending, work, clock)
    expect([await campaign(work), await states(work)]).toMatchObject([
      { status: 'Complete' },
      { sending: 85, technical_failure: 15 },
    ])
    expect([notify.ledger.messages.length, notify.timesTaken()]).toEqual([85, [1]])
  })

  test('a run that is far ahead of its receipts is judged by those there are, and after resume by those of what is sent since', async () => {
    const work = await createRunningCampaign(100)
    const sending = sender(notify.client(), { clock })
    const sentAt = new Date(clock.start)
    /** Some were taken a while ago; what became of them is known now. */
    const known = (state: 'sending' | 'delivered' | 'temporary_failure', [from, to]: readonly [number, number]) =>
      server().services.database.asSystem((tx) =>
        tx
          .update(recipients)
          .set({
            state,
            sentAt,
            updatedAt: new Date(clock.start + clock.passed),
            reason: state === 'temporary_failure' ? 'The phone was off.' : null,
          })
          .where(and(eq(recipients.campaignId, work.campaignId), between(recipients.position, from, to))),
      )
    await known('temporary_failure', [1, 10])
    await known('delivered', [11, 25])
    await known('sending', [26, 60])
    expect(await sending.slice(work)).toEqual({ kind: 'over' })
    expect((await campaign(work)).problem).toBe(
      'Paused: 10 of 60 messages failed (17%). Of the 25 whose delivery is known, 10 failed (40%). Most often: The phone was off.',
    )

    // As it is after "resume". What was sent before fails only now.
    const resumed = { pausedAt: null, problem: null, judgedFrom: new Date(clock.start + 1) }
    await server().services.database.asSystem((tx) =>
      tx.update(campaigns).set(resumed).where(eq(campaigns.id, work.campaignId)),
    )
    await clock.wait(2)
    await known('temporary_failure', [26, 60])
    await sendAll(sending, work, clock)
    expect([await campaign(work), await states(work)]).toMatchObject([
      { status: 'Complete' },
      { temporary_failure: 45, delivered: 15, sending: 40 },
    ])
  })

  test('a key that Notify does not accept pauses the campaign and fails nobody', async () => {
    const work = await createRunningCampaign(30)
    await sendAll(sender(notify.client({ key: makeKey().text }), { clock }), work, clock)
    expect(await campaign(work)).toMatchObject({
      status: 'sent to api',
      problem:
        'Paused: GOV.UK Notify does not accept the key (Invalid token: API key not found). Nobody was lost; resume once the key is put right.',
    })
    await server().services.database.asSystem((tx) =>
      tx.update(campaigns).set({ pausedAt: null }).where(eq(campaigns.id, work.campaignId)),
    )
    await sendAll(sender(notify.client(), { clock }), work, clock)
    expect([await states(work), notify.timesTaken()]).toEqual([{ sending: 30 }, [1]])
  })

  test('the day’s limit stops it until the next day, and says so', async () => {
    const work = await createRunningCampaign(25)
    const sending = sender(notify.client(), { clock, limits: { ...NOTIFY_LIMITS, textsADay: 10 } })
    const days: [string, number][] = []
    for (let day = 0; day < 3; day++) {
      for (;;) {
        const end = await sending.slice(work)
        if (end.kind === 'over') break
        await clock.wait(end.milliseconds)
        if (end.milliseconds > 60_000) break
      }
      days.push([(await campaign(work)).problem ?? (await campaign(work)).status, notify.ledger.messages.length])
    }
    const told = 'GOV.UK Notify takes 10 text messages a day, and today’s are sent. Sending goes on by itself tomorrow.'
    expect(days).toEqual([
      [told, 10],
      [told, 20],
      ['Complete', 25],
    ])
    expect(clock.passed).toBeGreaterThan(24 * 60 * 60_000)
  })

  test('Notify’s own word that the day’s limit is reached stops it until the next day', async () => {
    const work = await createRunningCampaign(30)
    fault = () => (notify.ledger.messages.length >= 15 && clock.passed < 60_000 ? 'daily-limit' : undefined)
    const sending = sender(notify.client(), { clock })
    const end = await sending.slice(work)
    expect(end).toMatchObject({ kind: 'again' })
    expect([notify.ledger.messages.length, (await campaign(work)).problem]).toEqual([
      15,
      expect.stringContaining('goes on by itself tomorrow'),
    ])
    await clock.wait(end.kind === 'again' ? end.milliseconds : 0)
    await sendAll(sending, work, clock)
    expect([notify.ledger.messages.length, notify.timesTaken(), await states(work)]).toEqual([30, [1], { sending: 30 }])
  })

  test('two servers at once send to nobody twice', async () => {
    const work = await createRunningCampaign(60)
    const random = seededRandom(3)
    fault = ({ isSending }) => (random() < 0.08 ? (isSending ? 'drop' : 'broken') : undefined)
    // By the true clock: one's waiting must not end the other's claims. Those last two seconds here.
    const times = { claimMs: 2_000, callMs: 1_000 }
    const client = notify.client({ timeoutMs: times.callMs })
    await Promise.all(
      [1, 2].map((seed) => sendAll(sender(client, { times, random: seededRandom(seed) }), work, recordsClock)),
    )
    expect((await campaign(work)).status).toBe('Complete')
    expect([notify.ledger.messages.length, notify.timesTaken(), await states(work)]).toEqual([60, [1], { sending: 60 }])
  })

  test('a recipient that another server is sending to is left alone until its claim has ended', async () => {
    const work = await createRunningCampaign(1)
    const client = notify.client()
    const events = new EventEmitter()
    const [claimed, line] = [once(events, 'claimed'), once(events, 'line')]
    const slow: NotifyClient = {
      ...client,
      sendText: (text) => {
        events.emit('claimed')
        return line.then(() => client.sendText(text))
      },
    }
    const first = sender(slow, { clock }).slice(work)
    await claimed
    const other = sender(client, { clock })
    // The other finds nothing to do but wait for the claim's end.
    for (let asked = 0; asked < 3; asked++) expect((await other.slice(work)).kind).toBe('again')
    expect(notify.ledger.messages).toHaveLength(0)
    events.emit('line')
    await first
    expect([notify.ledger.messages.length, (await campaign(work)).status]).toEqual([1, 'Complete'])
  })

  test('what a worker notes when its claim has ended changes nothing of the next one’s, but what it handed over', async () => {
    const work = await createRunningCampaign(3)
    const inOrganisation = <T>(run: (tx: Tx) => Promise<T>) =>
      server().services.database.forOrganisation(work.organisationId, run)
    const claimAt = (second: number) => {
      const now = new Date(clock.start + second * 1_000)
      const wanted = { now, until: new Date(now.getTime() + 30_000), limit: 3 }
      return inOrganisation(async (tx) => ({ now, rows: await claim(tx, work.campaignId, wanted) }))
    }
    const late = await claimAt(0)
    const next = await claimAt(31)
    const outcomes: AttemptOutcome[] = [
      { kind: 'tryLater', mayBeTaken: false, isDailyLimit: false, isAnswering: false },
      { kind: 'failed', reason: 'Refused.', isUnknown: false },
      { kind: 'taken', providerId: SMS_TEMPLATE, isNew: true },
    ]
    const note = ({ rows, now }: typeof late) =>
      inOrganisation((tx) => {
        const attempted = rows.flatMap((row, index) => (outcomes[index] ? [{ row, outcome: outcomes[index] }] : []))
        const rules = { now, claimMs: 30_000, random: seededRandom() }
        return noteOutcomes(tx, sortOutcomes(attempted, rules), now)
      })
    await note(late)
    const claimed = { state: 'sending', attempts: 2, sentAt: null, nextAttemptAt: new Date(clock.start + 61_000) }
    expect(await rows(work)).toMatchObject([
      claimed,
      claimed,
      { state: 'sending', sentAt: expect.any(Date) as Date, nextAttemptAt: null },
    ])
    await note(next)
    expect((await rows(work)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['sending', 1],
      ['technical_failure', 2],
      ['sending', 2],
    ])
  })

  test('a worker that is held up past its claim every time sends nothing, and gives nobody up', async () => {
    const work = await createRunningCampaign(3)
    for (let held = 0; held < 3; held++) {
      const end = await sender(notify.client(), { clock, times: { claimMs: 5_000, callMs: 5_000 } }).slice(work)
      expect([end.kind, notify.ledger.messages.length]).toEqual(['again', 0])
      await clock.wait(5_000)
    }
    expect((await rows(work)).map(({ attempts }) => attempts)).toEqual([1, 1, 1])
    await sendAll(sender(notify.client(), { clock }), work, clock)
    expect([notify.ledger.messages.length, notify.timesTaken()]).toEqual([3, [1]])
  })

  test('one that Notify breaks on every time is given up while the others go through, and is known not to be sent', async () => {
    const work = await createRunningCampaign(40)
    const poisoned = (await rows(work))[7]?.reference
    const client = notify.client()
    const breaking: NotifyClient = {
      ...client,
      sendText: async (text) =>
        text.reference === poisoned
          ? { kind: 'tryLater', mayBeTaken: true, isDailyLimit: false }
          : client.sendText(text),
    }
    await sendAll(sender(breaking, { clock }), work, clock)
    expect((await rows(work))[7]).toMatchObject({
      state: 'technical_failure',
      reason: 'It could not be handed over in 20 attempts.',
    })
    expect([await campaign(work), notify.ledger.messages.length]).toMatchObject([{ status: 'Complete' }, 39])
  })

  test('a run that went on after a backup is restored paused, and households sent to since are not sent to again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'doorstep-restored-'))
    const { config, database, secrets } = server().services
    const restored = await createServices({ ...config, dataFolder: folder }, await freshDatabase('postgresql'))
    onTestFinished(async () => {
      await restored.close()
      await rm(folder, { recursive: true })
    })

    // Prepared long ago: that says nothing about when somebody may have been sent to.
    const work = await createRunningCampaign(20)
    await database.asSystem((tx) =>
      tx.update(recipients).set({ updatedAt: new Date(clock.start - 30 * 24 * 60 * 60_000) }),
    )
    await backUp({ database, dataFolder: config.dataFolder, secrets }, join(folder, 'backup'))
    await sender(notify.client(), { clock, limits: { ...NOTIFY_LIMITS, textsADay: 12 } }).slice(work)
    expect(notify.ledger.messages).toHaveLength(12)

    const place = { database: restored.database, dataFolder: folder, secrets }
    await restore(place, join(folder, 'backup'), { settle: restored.sending.settleRestored })
    await restored.queue.start()
    const after = sendingTools(() => ({ ...server(), services: restored }))
    const send = () => after.sendAll(after.sender(notify.client(), { clock }), work, clock)
    await send()
    expect((await after.campaign(work)).problem).toMatch(
      /^Paused: these records were restored from a backup of \d+ \w+ 2\d{3} at \d\d:\d\d\. /,
    )
    expect(notify.ledger.messages).toHaveLength(12)

    // As it is after "resume".
    await restored.database.asSystem((tx) =>
      tx.update(campaigns).set({ pausedAt: null }).where(eq(campaigns.id, work.campaignId)),
    )
    await send()
    expect([(await after.campaign(work)).status, await after.states(work)]).toEqual(['Complete', { sending: 20 }])
    expect([notify.ledger.messages.length, notify.timesTaken()]).toEqual([20, [1]])
  })

  test('what was left unknown for longer than Notify remembers is not sent again', async () => {
    const work = await createRunningCampaign(1)
    fault = ({ isSending }) => (isSending ? 'drop' : undefined)
    await sender(notify.client(), { clock }).slice(work)
    notify.ledger.messages.length = 0
    await clock.wait(4 * 24 * 60 * 60_000)
    // A question that was not answered makes it no younger.
    fault = () => 'down'
    await sender(notify.client(), { clock }).slice(work)
    fault = () => undefined
    await clock.wait(3 * 24 * 60 * 60_000)
    await sendAll(sender(notify.client(), { clock }), work, clock)
    expect(await rows(work)).toMatchObject([
      { state: 'permanent_failure', reason: 'It is not known whether it was sent, so it was not sent again.' },
    ])
  })
})
