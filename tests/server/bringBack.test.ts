import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Months } from '../../src/contract/households/imports'
import { campaigns, contactCorrections, contacts, contactsBefore, imports, snapshots } from '../../src/server/db/schema'
import type { Tx } from '../../src/server/db/engine'
import {
  contactsCsv,
  exampleHousehold,
  householdsCsv,
} from '../../src/server/modules/households/imports/testing/exampleFiles'
import { campaignTools } from './harness/campaigns'
import { monthTools } from './harness/months'
import { erasuresSettled, rightsTools } from './harness/rights'
import { notRepeated, onEachEngine } from './harness/server'
import { importHouseholdsCsv } from './harness/snapshot'

/* The last publication was a mistake: what comes back, what is stopped, and what stays as it is. */

const OPEN = { pension_credit: 'eligible_not_claiming', age_of_head: '78', pension_age: 'true' }
const householdsOf = (count: number) =>
  householdsCsv(Array.from({ length: count }, (_, index) => exampleHousehold(index + 1, OPEN)))
const contactOf = (number: number, name: string, mobile = `0770090020${String(number)}`) =>
  `EX-00000${String(number)},Ms,${name},Lord,${String(number)} High Street,,Ashford,ZZ1 1AA,${mobile},en,false`
const contactsOf = (count: number, name: string) =>
  contactsCsv(...Array.from({ length: count }, (_, index) => contactOf(index + 1, name)))

const DAY_MS = 24 * 60 * 60 * 1000

// In production without a key nothing is ever sent, so that a campaign stays where a move put it.
onEachEngine('Bringing the month before back', { NODE_ENV: 'production' }, (server) => {
  const { prepareHouseholds, as, prepared, add, move, detail, audited } = campaignTools(server)
  const { months, handOver, settled } = monthTools(server, 'admin')
  const { fileOf } = rightsTools(server)
  const asSystem = <T>(work: (tx: Tx) => Promise<T>) => server().services.database.asSystem(work)
  const publish = (households: number, month: string, contactsFile?: string) =>
    importHouseholdsCsv(server(), 'ashford', householdsOf(households), month, contactsFile)

  const bringBack = async (id: string | undefined) => (await as('admin')).post('/api/bring-back-month', { id })
  const listed = async () => (await months()).months.map(({ month, household_count: count }) => [month, count])
  const offer = async () => (await months()).bring_back
  const held = async () =>
    Object.fromEntries(
      (await asSystem((tx) => tx.select().from(contacts).orderBy(contacts.householdReference))).map(
        ({ householdReference, firstName, mobile }) => [
          householdReference.slice(-1),
          `${firstName} ${mobile.slice(-3)}`,
        ],
      ),
    )

  beforeAll(prepareHouseholds)
  beforeEach(async () => {
    await asSystem(async (tx) => {
      await tx.delete(campaigns)
      for (const table of [snapshots, contacts, contactsBefore, contactCorrections, imports])
        await tx.delete(table).where(eq(table.organisationId, server().seed.ashford.id))
    })
  })

  notRepeated(() => {
    test('undoes a month with wrong contacts in one step, once', async () => {
      await publish(3, '2026-10-01', contactsOf(3, 'Ada'))
      expect(await offer()).toBeNull()
      const { id } = await handOver({ households: householdsOf(2), contacts: contactsOf(1, 'Wrong') }, '2026-11-01')
      await (await as('admin')).post('/api/publish-month', { id, accepts_losses: true })
      expect(await settled()).toMatchObject({ state: 'published' })
      const offered = await offer()
      expect(offered).toMatchObject({
        month: '2026-11-01',
        before: { month: '2026-10-01', household_count: 3 },
        contact_count: 3,
        campaign_count: 0,
        refusal: null,
      })
      // Counted once: the page asks all the time.
      const all = await asSystem((tx) => tx.delete(contactsBefore).returning())
      expect(await offer()).toMatchObject({ contact_count: 3 })
      await asSystem((tx) => tx.insert(contactsBefore).values(all))
      const answer = await bringBack(offered?.id)
      const { bring_back: next, handover } = answer.json<Months>()
      expect([next, handover?.state]).toEqual([null, 'discarded'])
      expect(handover?.failure).toMatch(/brought October 2026 back on .+ was taken back\.$/)
      expect(await listed()).toEqual([['2026-10-01', 3]])
      expect(await held()).toEqual({ 1: 'Ada 201', 2: 'Ada 202', 3: 'Ada 203' })
      expect((await (await as('viewer')).get('/api/latest-snapshot')).json()).toMatchObject({ snapshot: '2026-10-01' })
      expect(await audited('month_brought_back')).toMatchObject({ subject: '2026-10-01', quantity: 3 })
      expect(await asSystem((tx) => tx.select().from(contactsBefore))).toEqual([])
      expect((await bringBack(offered?.id)).json()).toMatchObject({
        detail: 'Somebody has brought a month back meanwhile, or published one. Look at the months again.',
      })
    })

    test('a month that was published again comes back as it was, and contacts stay where none were replaced', async () => {
      await publish(3, '2026-10-01', contactsOf(3, 'Ada'))
      await publish(2, '2026-10-01')
      expect(await listed()).toEqual([['2026-10-01', 2]])
      const offered = await offer()
      expect(offered).toMatchObject({ before: { month: '2026-10-01', household_count: 3 }, contact_count: null })
      expect((await bringBack(offered?.id)).statusCode).toBe(200)
      expect(await listed()).toEqual([['2026-10-01', 3]])
      expect(await held()).toMatchObject({ 3: 'Ada 203' })
      const { services, seed } = server()
      expect((await services.snapshots.latest(seed.ashford.id)).householdCount).toBe(3)
    })

    test('undoes no erasure, mark or correction of before or since', async () => {
      const admin = await as('admin')
      const correct = (number: number, contact: object) =>
        admin.post('/api/correct-contact', { household_reference: `EX-00000${String(number)}`, contact })
      await publish(5, '2026-10-01', contactsOf(5, 'Ada'))
      await correct(1, { mobile: '07700 900555' })
      await correct(2, { mobile: '07700 900666' })
      await correct(5, { mobile: '07700 900777' })
      // It says of the first household what was corrected, and so the correction goes.
      const wrong = [contactOf(1, 'Wrong', '07700 900555'), ...[2, 3, 4, 5].map((number) => contactOf(number, 'Wrong'))]
      await publish(5, '2026-11-01', contactsCsv(...wrong))
      expect(await held()).toMatchObject({ 1: 'Wrong 555', 2: 'Wrong 666', 3: 'Wrong 203' })
      expect((await fileOf('EX-000003')).contact).toContainEqual({
        name: 'Replaced by the last month’s contacts',
        value: expect.stringContaining('Ms Ada Lord') as string,
      })
      await correct(3, { first_name: 'Edith' })
      await admin.post('/api/lift-correction', { household_reference: 'EX-000005' })
      await admin.post('/api/do-not-contact', { household_reference: 'EX-000001', reason: 'objection' })
      await admin.post('/api/erase-household', { household_reference: 'EX-000004' })
      await erasuresSettled(server())
      expect((await offer())?.contact_count).toBe(4)

      expect((await bringBack((await offer())?.id)).statusCode).toBe(200)
      expect(await held()).toEqual({ 1: 'Ada 555', 2: 'Ada 666', 3: 'Edith 203', 5: 'Ada 205' })
      expect(await listed()).toEqual([['2026-10-01', 4]])
      expect((await fileOf('EX-000001')).marks).toHaveLength(1)
      for (const number of [1, 2]) {
        await admin.post('/api/lift-correction', { household_reference: `EX-00000${String(number)}` })
      }
      expect(await held()).toMatchObject({ 1: 'Ada 201', 2: 'Ada 202' })
    })

    test('an erased household leaves a month that was replaced, too', async () => {
      await publish(5, '2026-10-01')
      await publish(5, '2026-10-01')
      await (await as('admin')).post('/api/erase-household', { household_reference: 'EX-000005' })
      await erasuresSettled(server())
      await bringBack((await offer())?.id)
      expect(await listed()).toEqual([['2026-10-01', 3]])
      const { services, seed } = server()
      expect(await services.snapshots.files.readHousehold(seed.ashford.id, 'EX-000005')).toEqual([])
    })

    test('sends campaigns that are being prepared from it back, with a sentence, and leaves the others', async () => {
      await publish(4, '2026-10-01', contactsOf(4, 'Ada'))
      const earlier = await prepared()
      await publish(4, '2026-11-01', contactsOf(4, 'Eve'))
      const [waiting, reviewed] = [
        await prepared({ snapshot: '2026-11-01' }),
        await prepared({ snapshot: '2026-11-01' }),
      ]
      await move('review-campaign', reviewed)
      expect((await offer())?.campaign_count).toBe(2)
      await bringBack((await offer())?.id)
      for (const id of [waiting, reviewed]) {
        expect(await detail(id)).toMatchObject({
          status: 'cancelled',
          cancelled_as: 'sent_back',
          review_comment: expect.stringMatching(
            /^November 2026, as it was published on .+, was taken back, .+ Nothing was sent\. Make a draft of it again: it then takes its households from October 2026\.$/,
          ) as string,
        })
      }
      expect(await detail(earlier)).toMatchObject({ phase: 'prepared', cancelled_as: null })
      expect(
        (await (await as('viewer')).post(`/api/redraft-campaign?campaign_id=${String(waiting)}`, '')).statusCode,
      ).toBe(200)
      expect((await add({ snapshot: '2026-11-01' })).statusCode).toBe(404)
    })

    test('waits for a campaign that is going out, and warns on one that is paused', async () => {
      await publish(4, '2026-10-01', contactsOf(4, 'Ada'))
      await publish(4, '2026-11-01', contactsOf(4, 'Eve'))
      const id = await prepared({ snapshot: '2026-11-01', campaign_name: 'Winter <texts>' })
      await move('review-campaign', id)
      await move('run-reviewed-campaign', id)
      const begun = { handingOverSince: new Date() }
      await asSystem((tx) => tx.update(campaigns).set(begun).where(eq(campaigns.id, id)))
      const offered = await offer()
      const refusal =
        'The campaign “Winter <texts>” is going out to households of November 2026. The month before can be brought back when it is complete, or paused.'
      expect(offered).toMatchObject({ campaign_count: 0, refusal })
      expect((await bringBack(offered?.id)).json()).toMatchObject({ detail: refusal })
      expect(await held()).toMatchObject({ 1: 'Eve 201' })

      await move('pause-campaign', id)
      expect((await bringBack(offered?.id)).statusCode).toBe(200)
      expect(await detail(id)).toMatchObject({
        phase: 'paused',
        problem: expect.stringContaining('Resume it only if its households and messages are right.') as string,
      })
    })
  })

  test('of two administrators at once one brings it back, and the other reads why not', async () => {
    await publish(3, '2026-10-01', contactsOf(3, 'Ada'))
    await publish(3, '2026-11-01', contactsOf(3, 'Eve'))
    const id = (await offer())?.id
    const answers = await Promise.all([bringBack(id), bringBack(id)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(await held()).toEqual({ 1: 'Ada 201', 2: 'Ada 202', 3: 'Ada 203' })
  })

  notRepeated(() => {
    test('is offered for 30 days, and what it needs is kept no longer', async () => {
      const { services, seed } = server()
      await publish(3, '2026-10-01', contactsOf(3, 'Ada'))
      await publish(2, '2026-10-01', contactsOf(2, 'Eve'))
      const [offered, files] = [await offer(), await asSystem((tx) => tx.select().from(snapshots))]
      expect(files.filter(({ organisationId }) => organisationId === seed.ashford.id)).toHaveLength(2)
      const later = (days: number) => new Date(Date.parse(offered?.published_at ?? '') + days * DAY_MS)
      expect(offered?.until).toBe(later(30).toISOString())
      expect(await services.imports.forgetReplaced(seed.ashford.id, later(29.9))).toBe(0)
      expect(await services.imports.forgetReplaced(seed.ashford.id, later(30.1))).toBe(4)
      expect(await held()).toEqual({ 1: 'Eve 201', 2: 'Eve 202' })
      expect(await offer()).toBeNull()

      await publish(3, '2026-11-01', contactsOf(3, 'Ada'))
      const importedAt = new Date(Date.now() - 31 * DAY_MS)
      await asSystem((tx) => tx.update(snapshots).set({ importedAt }).where(eq(snapshots.month, '2026-11-01')))
      const expired = await offer()
      expect(expired?.refusal).toMatch(
        /^November 2026 was published on .+, more than 30 days ago: the month before cannot/,
      )
      expect((await bringBack(expired?.id)).json()).toMatchObject({ detail: expired?.refusal })
    })
  })
})
