import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { findReplying, getWantsHelp } from '../../src/contract/campaigns/replies'
import { recipients } from '../../src/server/db/schema'
import { campaignTools } from './harness/campaigns'
import { onEngine } from './harness/server'

/* docs/product.md#replies */
onEngine('embedded', 'Replies', {}, (server) => {
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
    const messages = [{ campaign: 'Autumn', channel: 'sms', sent_at: '2026-11-02T09:30:00.000Z' }]
    const written = { household_reference: 'A-1', messages, help: null }
    const named = { name: 'Mrs Edna Ashworth', address: '1 Harbour Street, Ashford, ZE9 1AA' }
    expect(await found(code ?? '')).toEqual([{ ...written, ...named }])
    expect(await found(' a-1 ')).toEqual([{ ...written, ...named }])
    expect(await found('+44 7700 900222')).toMatchObject([{ household_reference: 'A-2', messages: [] }])
    expect(await found('A-99')).toEqual([])
    for (const theirs of [code ?? '', 'A-1', '07700 900222']) expect(await found(theirs, 'brynmor')).toEqual([])
    expect(await audited('looked_up')).toMatchObject({ subject: 'replies, a search' })
    expect(server().log.join('')).not.toMatch(/A-1|900222/)
  })

  test('a reply is kept with the latest message and counted, and leaves nobody out', async () => {
    expect((await record('A-1', 'claimed')).json()).toEqual({ left_out: null })
    expect((await record('A-1', 'wants_help')).json()).toEqual({ left_out: null })
    expect((await detail(answered)).replies).toEqual([{ reply: 'wants_help', households: 1 }])
    expect((await record('A-99', 'claimed')).statusCode).toBe(404)
    expect((await record('A-1', 'unheard_of')).statusCode).toBe(422)
    expect(await audited('reply')).toMatchObject({ subject: 'wants help' })
  })

  const wanted = async (view = 'open', organisation: 'ashford' | 'brynmor' = 'ashford') => {
    const person = await as(organisation === 'ashford' ? 'viewer' : 'other', organisation)
    return getWantsHelp.reply.parse((await person.get(`/api/wants-help?view=${view}`)).json())
  }
  const change = async (body: object, household_reference = 'A-1') =>
    (await (await as('admin')).post('/api/change-help', { household_reference, ...body })).statusCode

  test('everybody who wants help is on a list of the organisation, until somebody notes that it is done', async () => {
    await record('A-1', 'wants_help')
    // No message was ever sent to it.
    await record('A-3', 'wants_help')
    const message = { campaign: 'Autumn', channel: 'sms', sent_at: '2026-11-02T09:30:00.000Z' }
    const one = { household_reference: 'A-1', name: 'Mrs Edna Ashworth', mobile: '07700 900123', message }
    const other = { household_reference: 'A-3', address: '1 Harbour Street, Old Harbour, ZE9 1AA', message: null }
    expect(await wanted()).toMatchObject({ total: 2, households: [one, other] })
    expect(await wanted('open', 'brynmor')).toEqual({ total: 0, households: [] })
    const done = { is_helped: true }
    expect([await change(done), await change(done), await change(done, 'A-2')]).toEqual([200, 200, 404])
    expect((await wanted()).total).toBe(1)
    expect((await wanted('done')).households[0]).toMatchObject({
      household_reference: 'A-1',
      helped_at: expect.any(String) as string,
    })
    expect(await change({ is_helped: false })).toBe(200)
    expect((await wanted()).total).toBe(2)
    // What came back later counts.
    await record('A-1', 'claimed')
    expect([(await wanted()).total, (await wanted('done')).total]).toEqual([1, 1])
    await record('A-1', 'wants_help')
    expect([(await wanted()).total, (await wanted('done')).total]).toEqual([2, 0])
    expect(await audited('looked_up')).toMatchObject({ subject: 'replies, who wants help' })
    expect(server().log.join('')).not.toContain('A-1')
  })

  test('a request for help has a note, who looks after it and when to call back; each change is audited', async () => {
    const help = { note: 'After five', call_back_on: '2026-12-03', is_mine: true }
    await (await as('viewer')).post('/api/record-reply', { household_reference: 'A-1', reply: 'wants_help', help })
    const kept = { note: 'After five', call_back_on: '2026-12-03', owner: 'viewer@ashford.example', helped_at: null }
    expect((await wanted('mine')).households).toMatchObject([{ household_reference: 'A-1', ...kept }])
    expect((await found('A-1'))[0]?.help).toMatchObject(kept)
    expect(await change({ is_mine: true, call_back_on: null })).toBe(200)
    expect(await audited('reply')).toMatchObject({
      actorEmail: 'admin@ashford.example',
      subject: 'wants help: taken over',
    })
    expect((await wanted('mine')).total).toBe(0)
    const changed = { ...kept, call_back_on: null, owner: 'admin@ashford.example' }
    expect((await wanted()).households).toContainEqual(expect.objectContaining(changed))
    expect(await change({ note: 'x'.repeat(501) })).toBe(422)
    expect(server().log.join('')).not.toContain('After five')
  })

  test('calls due by today come first, then the longest waits, then later days', async () => {
    const days = { 'A-1': '2099-01-01', 'A-2': null, 'A-3': '2026-01-02', 'A-4': '2026-01-01' }
    for (const [household_reference, call_back_on] of Object.entries(days)) {
      const person = await as('viewer')
      await person.post('/api/record-reply', { household_reference, reply: 'wants_help', help: { call_back_on } })
    }
    const order = (await wanted()).households.map((one) => one.household_reference)
    expect(order).toEqual(['A-4', 'A-3', 'A-2', 'A-1'])
  })

  test('who wants no more messages is left out at once, also of a campaign that waits', async () => {
    const waiting = await prepared({ stagger: 0 })
    const isWaiting = (rows: Awaited<ReturnType<typeof rowsOf>>) =>
      rows.find(({ householdReference }) => householdReference === 'A-2')?.state
    expect(isWaiting(await rowsOf(waiting))).toBe('prepared')
    const { left_out: leftOut } = (await record('A-2', 'stop')).json<{ left_out: number }>()
    // In every campaign.
    expect(leftOut).toBe(2)
    expect(isWaiting(await rowsOf(waiting))).toBe('removed')
  })
})
