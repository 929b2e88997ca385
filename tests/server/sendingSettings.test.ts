import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  auditEntries,
  campaigns,
  organisations,
  recipients,
  sendingAllowance,
  notifyAccounts,
} from '../../src/server/db/schema'
import { callAs } from './harness/caller'
import { runCommand } from './harness/command'
import { createRunningCampaign, KEY, listeningSimulator, SMS_TEMPLATE, statesOf } from './harness/sending'
import { startServer, type TestServer } from './harness/server'
import { createSecrets } from '../../src/server/lib/secrets'
import { SEND_CAMPAIGN } from '../../src/server/modules/campaigns/campaigns/jobs'

const NEW_KEY = Buffer.alloc(32, 1).toString('base64')
const OLD_KEY = Buffer.alloc(32, 2).toString('base64')

/* Sending belongs to an organisation: docs/product.md#sending-by-organisation. */

const TOKEN = 'a bearer token of Ashford'
const OTHER_KEY = KEY.replace('26785a09', '26785a10')
const CHANGE = {
  notify_key: KEY,
  sms_template_id: SMS_TEMPLATE,
  sms_sender_id: null,
  service_name: 'Ashford',
  callback_token: TOKEN,
  messages_a_minute: 100,
  texts_a_day: 5,
  letters_a_day: null,
}

let notify: Awaited<ReturnType<typeof listeningSimulator>>
let server: TestServer
let admin: Awaited<ReturnType<typeof callAs>>

beforeAll(async () => {
  notify = await listeningSimulator({ serviceName: 'Ashford' })
  server = await startServer('embedded', {
    NOTIFY_URL: notify.url,
    NODE_ENV: 'production',
    DOORSTEP_SECRET_KEY: `${NEW_KEY},${OLD_KEY}`,
  })
})
afterAll(async () => {
  await server.close()
  await notify.close()
})
beforeEach(async () => {
  admin = await callAs(server, 'admin')
})
afterEach(() => admin.post('/api/remove-sending-settings', {}))

const set = (change: object = {}) => admin.post('/api/set-sending-settings', { ...CHANGE, ...change })
const shown = async (as = admin) => (await as.get('/api/sending-settings')).json<Record<string, unknown>>()
const doorstep = (...words: string[]) => runCommand(server.services, ...words)
const file = async (content: string) => {
  const path = join(await mkdtemp(join(tmpdir(), 'doorstep-secret-')), 'secret')
  await writeFile(path, content)
  return path
}

test('secrets are kept sealed or hashed, and shown by their last characters', async () => {
  const answer = await set()
  expect(answer.json()).toMatchObject({ account: 'own', key_ending: KEY.slice(-4), callback_token_ending: 'ford' })
  const [row] = await server.services.database.asSystem((tx) => tx.select().from(notifyAccounts))
  for (const said of [JSON.stringify(row), answer.body, (await admin.get('/api/sending-settings')).body]) {
    expect(said).not.toContain(KEY.slice(-30))
    expect(said).not.toContain(TOKEN)
  }
  expect(server.log.join('\n')).not.toContain(KEY.slice(-30))
  // Another organisation has none of it.
  expect(await shown(await callAs(server, 'other'))).toMatchObject({ account: 'none', key_ending: null })
  const entries = await server.services.database.asSystem((tx) => tx.select().from(auditEntries))
  expect(entries.at(-1)).toMatchObject({ action: 'sending_settings', subject: 'settings, key, callback token' })
})

test('what is left out stays, null takes it away, and there are no settings without a key', async () => {
  const { notify_key: _key, callback_token: _token, ...rest } = CHANGE
  const without = await admin.post('/api/set-sending-settings', rest)
  expect([without.statusCode, without.json<{ fields: object }>().fields]).toEqual([
    422,
    { notify_key: 'Write the key of your service of GOV.UK Notify.' },
  ])
  await set()
  await admin.post('/api/set-sending-settings', { ...rest, texts_a_day: null })
  expect(await shown()).toMatchObject({ key_ending: KEY.slice(-4), callback_token_ending: 'ford', texts_a_day: null })
  await admin.post('/api/set-sending-settings', { ...rest, callback_token: null })
  expect(await shown()).toMatchObject({ callback_token_ending: null })
  expect((await admin.post('/api/remove-sending-settings', {})).json()).toMatchObject({ account: 'none' })
})

test.each([
  ['half a key', { notify_key: KEY.slice(0, -5) }, 'notify_key'],
  ['a short token', { callback_token: 'short' }, 'callback_token'],
  ['a limit that stops everything', { messages_a_minute: 0 }, 'messages_a_minute'],
])('%s is refused at its field', async (_what, change, field) => {
  const answer = await set(change)
  expect(answer.statusCode).toBe(422)
  expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([field])
})

test('the test of the connection sends nothing, and says what is wrong', async () => {
  const tested = async () => (await admin.post('/api/test-sending', {})).json<{ works: boolean; words: string }>()
  expect(await tested()).toEqual({ works: false, words: 'There is no key to test.' })
  await set()
  expect(await tested()).toMatchObject({ works: true })
  await set({ notify_key: OTHER_KEY })
  expect((await tested()).words).toMatch(/^GOV\.UK Notify does not take the key: /)
  await set({ sms_template_id: 'f33517ff-2a88-4f6e-b855-c550268ce08b' })
  expect((await tested()).words).toContain('no text message template of this id')
  expect(notify.ledger.messages).toEqual([])
})

test('an organisation’s campaign goes through its own account, within its own limits, and no other’s does', async () => {
  await set()
  const { database } = server.services
  const { ashford, brynmor } = server.seed
  const own = await createRunningCampaign(database, ashford.id, 8)
  const others = await createRunningCampaign(database, brynmor.id, 2)
  const { queue } = server.services
  await database.asSystem(async (tx) => {
    for (const work of [own, others]) await queue.send(tx, SEND_CAMPAIGN, work)
  })
  await expect.poll(() => notify.ledger.messages.length).toBe(5)
  await expect
    .poll(async () => (await database.asSystem((tx) => tx.select().from(sendingAllowance))).map((row) => row.provider))
    .toEqual([ashford.id])
  expect(JSON.stringify(await statesOf(database, others))).toContain('prepared')
})

test('the list and the preview show a text as it is sent, after the name of the service', async () => {
  await set({ texts_a_day: null })
  const { database, queue } = server.services
  const before = notify.ledger.messages.length
  const own = await createRunningCampaign(database, server.seed.ashford.id, 1)
  await database.asSystem(async (tx) => {
    const message = '  ((first_name)), it’s “yours”…\t🧣'
    await tx.update(campaigns).set({ message }).where(eq(campaigns.id, own.campaignId))
    await queue.send(tx, SEND_CAMPAIGN, own)
  })
  await expect.poll(() => notify.ledger.messages.length).toBe(before + 1)
  const sent = 'Ashford: Edna, it\'s "yours"... ?'
  expect(notify.ledger.messages.at(-1)?.body).toBe(sent)
  const list = await (
    await callAs(server, 'staff', 'ashford')
  ).get(`/api/campaign-review-list?campaign_id=${own.campaignId}`)
  expect(list.body).toContain(`"${sent.replaceAll('"', '""')}"`)
  expect((await admin.get('/api/all-sms-templates')).json()).toMatchObject({ sms_service_name: 'Ashford' })
})

test('who texts come from is known from the last text, until the settings of the account change', async () => {
  await set({ texts_a_day: null })
  const { database, queue } = server.services
  const sender = async () => (await admin.get('/api/text-sender')).json<object>()
  expect(await sender()).toEqual({ texts_from: null, takes_replies: null })
  const own = await createRunningCampaign(database, server.seed.ashford.id, 1)
  await database.asSystem((tx) => queue.send(tx, SEND_CAMPAIGN, own))
  await expect.poll(sender).toEqual({ texts_from: 'Doorstep', takes_replies: false })
  await set({ texts_a_day: null, sms_sender_id: SMS_TEMPLATE })
  expect(await sender()).toEqual({ texts_from: null, takes_replies: null })
})

test('outside of its sending hours an organisation sends nothing, and the list says when it will', async () => {
  await set({ texts_a_day: null })
  const { database, queue } = server.services
  const before = notify.ledger.messages.length
  const hour = Number(
    new Date().toLocaleString('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Europe/London' }),
  )
  const said = { languages: ['en'], phone: null, return_address: null, privacy_notice: null, send_on_sundays: true }
  // Closed in the next hour too, which may begin meanwhile.
  const hours = hour < 20 ? { send_from: 22, send_until: 24 } : { send_from: 12, send_until: 13 }
  await admin.post('/api/set-message-settings', { ...said, ...hours })
  const own = await createRunningCampaign(database, server.seed.ashford.id, 1)
  await database.asSystem((tx) => queue.send(tx, SEND_CAMPAIGN, own))
  const waiting = async () => {
    const { rows } = await database.executeSql(
      `select count(*)::int as jobs from pgboss.job where name = 'send-campaign' and state = 'created'
       and start_after > now() + interval '30 seconds' and (data->>'campaignId')::int = ${own.campaignId}`,
    )
    return rows
  }
  await expect.poll(waiting).toEqual([{ jobs: 1 }])
  expect(notify.ledger.messages.length).toBe(before)
  const list = (await admin.get('/api/all-campaigns')).json<{ id: number; starts_at: string | null }[]>()
  const startsAt = list.find(({ id }) => id === own.campaignId)?.starts_at ?? ''
  expect(new Date(startsAt).getTime()).toBeGreaterThan(Date.now())
  await admin.post('/api/set-message-settings', { ...said, send_from: 0, send_until: 24 })
})

test('a callback changes messages of the organisation alone whose token it has', async () => {
  await set()
  const { database } = server.services
  const { ashford, brynmor } = server.seed
  const [sent] = await database.asSystem((tx) =>
    tx.select().from(recipients).where(eq(recipients.organisationId, ashford.id)).limit(1),
  )
  expect(sent).toBeDefined()
  const receipt = { id: crypto.randomUUID(), reference: sent?.reference, status: 'permanent-failure' }
  const callback = async (token: string) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/notify-callback',
      headers: { authorization: `Bearer ${token}` },
      payload: receipt,
    })
    return [answer.statusCode, answer.json<{ taken?: boolean }>().taken]
  }
  expect(await callback('another bearer token')).toEqual([401, undefined])
  const theirs = { ...CHANGE, callback_token: 'a bearer token of Brynmôr' }
  const other = await callAs(server, 'other')
  expect((await other.post('/api/set-sending-settings', { ...theirs, callback_token: TOKEN })).statusCode).toBe(409)
  await other.post('/api/set-sending-settings', theirs)
  expect(await callback('a bearer token of Brynmôr')).toEqual([200, false])
  expect(await callback(TOKEN)).toEqual([200, true])
  expect(brynmor.id).not.toBe(ashford.id)
  await other.post('/api/remove-sending-settings', {})
})

test('operators do the same, with secrets from files', async () => {
  expect(await doorstep('sending', 'ashford')).toBe(
    'Ashford Council has no account of its own: its messages go through nothing.',
  )
  const said = await doorstep(
    'sending',
    'ashford',
    '--key-file',
    await file(`${KEY}\n`),
    '--sms-template',
    SMS_TEMPLATE,
    '--test',
  )
  expect(said).toContain(`Key: set, ends in …${KEY.slice(-4)}.`)
  expect(said).toContain('Nothing was sent.')
  await expect(doorstep('sending', 'ashford', '--key-file', await file('half-a-key'))).rejects.toThrow(
    'The key: Copy the whole key from GOV.UK Notify',
  )
  expect(await doorstep('sending', 'ashford', '--remove')).toContain('has no account of its own')
})

test('client secrets of issuers are sealed, and opened where they are used', async () => {
  const { database, identity, organisations: service } = server.services
  const settings = {
    issuer: 'https://id.example',
    clientId: 'x',
    clientSecret: 'open sesame',
    sendsIss: true,
    trustsEmailDomains: false,
    strengths: [],
    clientSecretEnds: null,
  }
  await identity.setOrganisations('ashford', settings)
  const kept = (await service.findBySlug('ashford'))?.clientSecret ?? null
  expect(kept).toMatch(/^sealed:/)
  expect(identity.openSecret('ashford', kept)).toBe('open sesame')
  expect(() => identity.openSecret('brynmor', kept)).toThrow()
  const underOldKey = createSecrets({ secretKeys: [OLD_KEY], dataFolder: '', databaseUrl: undefined })
  const clientSecret = underOldKey.seal('open sesame', 'client secret of ashford')
  await database.asSystem((tx) =>
    tx.update(organisations).set({ clientSecret }).where(eq(organisations.slug, 'ashford')),
  )
  expect(await doorstep('reseal-secrets')).toContain('Secrets sealed under the first key: 1.')
  const again = (await service.findBySlug('ashford'))?.clientSecret ?? null
  expect([again === clientSecret, identity.openSecret('ashford', again)]).toEqual([false, 'open sesame'])
})
