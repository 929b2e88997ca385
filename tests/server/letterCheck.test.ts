import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { campaignDetailSchema } from '../../src/contract/campaigns/campaigns'
import { campaigns, messageSettings, organisations, recipients } from '../../src/server/db/schema'
import { callAs } from './harness/caller'
import { onEngine } from './harness/server'
import { addFrozen } from './frozenCampaign'

/* docs/product.md#is-this-letter-genuine */
onEngine('embedded', 'Is this letter genuine', { SUPPORT_EMAIL: 'help@doorstep.example' }, (server) => {
  const codes = new Map<string, string>()
  let campaignId = 0
  const STATES = ['delivered', 'prepared', 'removed'] as const

  /** Of an address of its own, so that tests do not use up each other's looks. */
  const page = (path: string, remoteAddress = '192.0.2.1') =>
    server().app.inject({ method: 'GET', url: `/letter/${path}`, remoteAddress })
  const codeOf = (state: (typeof STATES)[number]) => codes.get(state) ?? ''

  beforeAll(async () => {
    const { services, seed } = server()
    const { id: organisationId } = seed.ashford
    campaignId = await addFrozen(services.database, organisationId, 3, { channel: 'print_and_post', message: null })
    await services.database.asSystem(async (tx) => {
      await tx.update(organisations).set({ name: 'Ashford & <Hythe>' }).where(eq(organisations.id, organisationId))
      await tx
        .update(messageSettings)
        .set({ languages: ['en', 'cy'], phone: '0161 496 0000' })
        .where(eq(messageSettings.organisationId, organisationId))
      await tx.update(campaigns).set({ runAt: new Date(), preparedAt: new Date() }).where(eq(campaigns.id, campaignId))
    })
    const markOf = await services.genuineLetters.marks.of(organisationId)
    for (const [position, state] of STATES.entries()) {
      const householdReference = `A-00000${position}`
      const made = markOf(campaignId, householdReference)
      codes.set(state, made?.mark.code ?? '')
      await services.database.asSystem((tx) =>
        tx.insert(recipients).values({
          campaignId,
          organisationId,
          householdReference,
          position,
          state,
          letterCodeHash: made?.hash ?? null,
          sentAt: state === 'prepared' ? null : new Date('2026-11-02T09:30:00Z'),
        }),
      )
    }
  })

  test('a code says that the council sent the letter, when, about what and the number to ring, and nothing of who got it', async () => {
    const answer = await page(`ashford?code=${codeOf('delivered').toLowerCase()}`)
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(answer.headers['set-cookie']).toBeUndefined()
    for (const part of [
      'Yes, Ashford &amp; &lt;Hythe&gt; sent this letter',
      '2 November 2026',
      'Pension Credit',
      'tel:01614960000',
    ])
      expect(answer.body).toContain(part)
    expect(answer.body).not.toMatch(/A-00000|Edna|<script/)
    const welsh = await page(`ashford?lang=cy&code=${codeOf('delivered')}`)
    for (const part of ['<html lang="cy">', '2 Tachwedd 2026', 'Credyd Pensiwn']) expect(welsh.body).toContain(part)
  })

  test('a letter that was not sent, a code of somebody else and any other text are unknown', async () => {
    for (const path of [
      `ashford?code=${codeOf('prepared')}`,
      `ashford?code=${codeOf('removed')}`,
      `brynmor?code=${codeOf('delivered')}`,
      'ashford?code=7KQ2M-X4T9B-WD63H',
      `ashford?code=${'x'.repeat(500)}`,
      'ashford?code=a&code=b',
      'ashford?code=%22%3E%3Cscript%3E',
    ]) {
      const answer = await page(path, '192.0.2.2')
      expect([path, answer.statusCode, answer.body.includes('We do not know this code')]).toEqual([path, 200, true])
      expect(answer.body).not.toMatch(/<script/)
    }
    expect((await page('ashford?code=%00', '192.0.2.2')).body).toContain('We do not know this code')
    expect((await page('nowhere', '192.0.2.2')).statusCode).toBe(404)
    expect((await page('ashford', '192.0.2.2')).body).toContain('<label for="code">Code on your letter</label>')
  })

  test('one address may try thirty codes a minute, and is told so in words', async () => {
    for (let look = 0; look < 30; look++) expect((await page('ashford?code=x', '192.0.2.3')).statusCode).toBe(200)
    const refused = await page('ashford?code=x', '192.0.2.3')
    expect(refused.statusCode).toBe(429)
    expect(refused.body).toContain('Wait a minute and try again.')
    expect((await page('ashford', '192.0.2.4')).statusCode).toBe(200)
  })

  test('looks are counted for the campaign, few of them as 1 to 7', async () => {
    const looks = async () => {
      await server().services.genuineLetters.writeLooks()
      const staff = await callAs(server(), 'staff', 'ashford')
      const answer = await staff.get(`/api/campaign?campaign_id=${campaignId}`)
      return campaignDetailSchema.parse(answer.json()).letter_looks
    }
    expect(await looks()).toBe('*')
    for (let look = 0; look < 9; look++) await page(`ashford?code=${codeOf('delivered')}`, '192.0.2.5')
    // Eleven with those of the first test.
    expect(await looks()).toBe(10)
    expect(server().log.join('')).not.toContain(codeOf('delivered'))
  })

  test('security.txt says where to report a weakness', async () => {
    const { body, headers } = await server().app.inject({ url: '/.well-known/security.txt' })
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body).toContain('Contact: mailto:help@doorstep.example\n')
    const expires = Date.parse(/^Expires: (.+)$/m.exec(body)?.[1] ?? '')
    expect(expires).toBeGreaterThan(Date.now())
    expect(expires).toBeLessThan(Date.now() + 365 * 24 * 60 * 60 * 1000)
  })
})
