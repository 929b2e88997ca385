import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { findReplying, getWantsHelp } from '../../src/contract/campaigns/replies'
import { recipients } from '../../src/server/db/schema'
import { campaignTools } from './harness/campaigns'
import { onEachEngine } from './harness/server'

/* docs/product.md#replies */
onEachEngine('Replies', {}, (server) => {
  const tools = campaignTools(server)
  const { as, audited, prepared, rowsOf, detail } = tools
  let answered = 0
  beforeAll(async () => {
    await tools.prepareHouseholds()
    await tools.reset()
    answered = await prepared()
    const { genuineLetters, database } = server().services
    const markOf = await genuineLetters.marks.of(server().seed.ashford.id)
    await database.asSystem((tx) =>
      tx
        .update(recipients)
        .set({
          state: 'delivered',
          sentAt: new Date('2026-11-02T09:30:00Z'),
          letterCodeHash: markOf(answered, 'A-1')?.hash ?? null,
        })
        .where(and(eq(recipients.campaignId, answered), eq(recipients.householdReference, 'A-1'))),
    )
  })

  const found = async (written: string, organisation: 'ashford' | 'brynmor' = 'ashford') => {
    const person = await as(organisation === 'ashford' ? 'viewer' : 'other', organisation)
    return findReplying.reply.parse((await person.post('/api/find-replying', { written })).json()).households
  }
  const record = async (household_reference: string, reply: string) =>
    (await as('viewer')).post('/api/record-reply', { household_reference, reply })

  test('a household is found by the code on its letter, its reference and its number, in its own organisation', async () => {
    const code = (await server().services.genuineLetters.marks.of(server().seed.ashford.id))(answered, 'A-1')?.mark.code
    const messages = [{ channel: 'sms', sent_at: '2026-11-02T09:30:00.000Z' }]
    expect(await found(code ?? '')).toEqual([{ household_reference: 'A-1', messages }])
    expect(await found(' a-1 ')).toEqual([{ household_reference: 'A-1', messages }])
    expect(await found('+44 7700 900222')).toEqual([{ household_reference: 'A-2', messages: [] }])
    expect(await found('A-99')).toEqual([])
    for (const theirs of [code ?? '', 'A-1', '07700 900222']) expect(await found(theirs, 'brynmor')).toEqual([])
    expect(await audited('looked_up')).toMatchObject({ subject: 'replies, a search' })
    expect(server().log.join('')).not.toMatch(/A-1|900222/)
  })

  test('a reply is kept with the latest message and counted, and leaves nobody out', async () => {
    expect((await record('A-1', 'claimed')).json()).toEqual({ left_out: null, is_kept: true })
    expect((await record('A-1', 'wants_help')).json()).toEqual({ left_out: null, is_kept: true })
    expect((await record('A-2', 'wants_help')).json()).toEqual({ left_out: null, is_kept: false })
    expect((await detail(answered)).replies).toEqual([{ reply: 'wants_help', households: 1 }])
    expect((await record('A-99', 'claimed')).statusCode).toBe(404)
    expect((await record('A-1', 'unheard_of')).statusCode).toBe(422)
    expect(await audited('reply')).toMatchObject({ subject: 'wants help' })
  })

  const wanted = async (is_helped = 'no', organisation: 'ashford' | 'brynmor' = 'ashford') => {
    const person = await as(organisation === 'ashford' ? 'viewer' : 'other', organisation)
    return getWantsHelp.reply.parse((await person.get(`/api/wants-help?is_helped=${is_helped}`)).json())
  }
  const helped = async (is_helped: boolean, household_reference = 'A-1') =>
    (await (await as('admin')).post('/api/note-helped', { household_reference, is_helped })).statusCode

  test('who wants help is on a list of the organisation until somebody notes that it is done', async () => {
    await record('A-1', 'wants_help')
    const sent_at = '2026-11-02T09:30:00.000Z'
    const open = { household_reference: 'A-1', channel: 'sms', sent_at, helped_at: null }
    expect(await wanted()).toMatchObject({ total: 1, households: [open] })
    expect(await wanted('no', 'brynmor')).toEqual({ total: 0, households: [] })
    expect([await helped(true), await helped(true), await helped(true, 'A-2')]).toEqual([200, 200, 404])
    expect((await wanted()).total).toBe(0)
    expect((await wanted('yes')).households[0]?.helped_at).not.toBeNull()
    expect(await helped(false)).toBe(200)
    expect((await wanted()).total).toBe(1)
    // What came back later counts.
    await record('A-1', 'claimed')
    expect([(await wanted()).total, (await wanted('yes')).total, await helped(true)]).toEqual([0, 0, 404])
    expect(await audited('looked_up')).toMatchObject({ subject: 'replies, who wants help' })
    expect(server().log.join('')).not.toContain('A-1')
  })

  test('help that was had begins again with a new reply, and is over with one to a later message', async () => {
    await record('A-1', 'wants_help')
    await helped(true)
    await record('A-1', 'wants_help')
    expect((await wanted()).total).toBe(1)
    const later = await prepared()
    await server().services.database.asSystem((tx) =>
      tx
        .update(recipients)
        .set({ state: 'delivered', sentAt: new Date('2026-11-20T09:30:00Z') })
        .where(and(eq(recipients.campaignId, later), eq(recipients.householdReference, 'A-1'))),
    )
    await record('A-1', 'claimed')
    expect((await wanted()).total).toBe(0)
  })

  test('who wants no more messages is left out at once, also of a campaign that waits', async () => {
    const waiting = await prepared({ stagger: 0 })
    const isWaiting = (rows: Awaited<ReturnType<typeof rowsOf>>) =>
      rows.find(({ householdReference }) => householdReference === 'A-2')?.state
    expect(isWaiting(await rowsOf(waiting))).toBe('prepared')
    const { left_out: leftOut } = (await record('A-2', 'stop')).json<{ left_out: number }>()
    // In every campaign.
    expect(leftOut).toBe(3)
    expect(isWaiting(await rowsOf(waiting))).toBe('removed')
  })
})
