import { beforeAll, beforeEach, expect, test } from 'vitest'
import { TEST_TEXTS_AN_HOUR } from '../../src/contract/campaigns/testMessages'
import { auditEntries, simulatedMessages } from '../../src/server/db/schema'
import { callAs } from './harness/caller'
import { onEngine } from './harness/server'

/* docs/product.md#test-messages */

const MOBILE = '07700 900456'

onEngine('embedded', 'A test text to the sender’s own phone', {}, (server) => {
  let template = 0
  beforeAll(async () => {
    template = await server().services.templates.texts.save(server().seed.ashford.id, {
      name: 'Invitation',
      text: 'Dear ((first_name)), ((benefit)) may be yours: it’s worth a call. ((organisation))',
    })
  })
  beforeEach(() => server().services.database.asSystem((tx) => tx.delete(auditEntries)))

  const send = async (body: object = {}, as: 'viewer' | 'admin' = 'viewer') =>
    (await callAs(server(), as)).post('/api/send-test-text', {
      benefit_name: 'pension_credit',
      sms_template_id: template,
      mobile: MOBILE,
      ...body,
    })

  test('is what the invented household would get, and its number is kept nowhere', async () => {
    const answer = await send()
    expect(answer.json()).toEqual({ words: expect.stringMatching(/^The simulator took it/) as string })
    const settings = await (await callAs(server(), 'viewer')).get('/api/message-settings')
    expect(settings.json()).toMatchObject({ is_simulated: true })
    const { database } = server().services
    const sent = await database.asSystem((tx) => tx.select().from(simulatedMessages))
    expect(sent.map(({ body }) => body)).toEqual([
      "Dear Margaret, Pension Credit may be yours: it's worth a call. Ashford Council",
    ])
    const [entry] = await database.asSystem((tx) => tx.select().from(auditEntries))
    expect(entry).toMatchObject({ action: 'test_message', subject: `text template ${template}`, quantity: 1 })
    for (const digits of ['7700900456', MOBILE]) {
      const { rows } = await database.executeSql(
        `select query_to_xml('select * from ' || c.oid::regclass, true, false, '')::text as content
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind = 'r' and n.nspname in ('public', 'pgboss')`,
      )
      expect(rows.length).toBeGreaterThan(20)
      expect(JSON.stringify(rows)).not.toContain(digits)
    }
  })

  test('in both languages is one text, the Welsh first; two of one language are refused', async () => {
    const welsh = await server().services.templates.texts.save(server().seed.ashford.id, {
      name: 'Gwahoddiad',
      text: 'Annwyl ((first_name))',
      language: 'cy',
    })
    expect((await send({ translation_id: welsh })).statusCode).toBe(200)
    const sent = await server().services.database.asSystem((tx) => tx.select().from(simulatedMessages))
    expect(sent.at(-1)?.body).toMatch(/^Annwyl Margaret\n\nDear Margaret/)
    expect((await send({ translation_id: template })).json()).toMatchObject({
      fields: { translation_id: 'Choose a template in another language.' },
    })
  })

  test.each(['', '12', '01632 960001', '+1 202 555 0100', 'seven', '9'.repeat(40)])(
    'goes to no other number than a UK mobile: %j',
    async (mobile) => {
      const answer = await send({ mobile })
      expect([answer.statusCode, answer.json()]).toMatchObject([
        422,
        { fields: { mobile: expect.any(String) as string } },
      ])
    },
  )

  test('of a text of another organisation, or one that needs what is not set, is refused', async () => {
    const theirs = await server().services.templates.texts.save(server().seed.brynmor.id, {
      name: 'x',
      text: 'x',
    })
    expect((await send({ sms_template_id: theirs })).statusCode).toBe(422)
    const needing = await server().services.templates.texts.save(server().seed.ashford.id, {
      name: 'Call',
      text: 'Call ((phone))',
    })
    expect((await send({ sms_template_id: needing })).body).toContain('needs your organisation’s telephone number')
  })

  test(`comes ${TEST_TEXTS_AN_HOUR} times an hour at most, also when asked at once, for each person`, async () => {
    const answers = await Promise.all(Array.from({ length: TEST_TEXTS_AN_HOUR + 3 }, () => send()))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      ...Array.from({ length: TEST_TEXTS_AN_HOUR }, () => 200),
      429,
      429,
      429,
    ])
    expect((await send({}, 'admin')).statusCode).toBe(200)
  })
})
