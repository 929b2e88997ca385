import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { campaignTools } from './harness/campaigns'
import { callAs } from './harness/caller'
import { EMAIL_TEMPLATE, KEY, listeningSimulator, SMS_TEMPLATE, type SimulatedFault } from './harness/sending'
import { startServer, type TestServer } from './harness/server'

/* E-mails to staff about campaigns: docs/product.md#whose-turn-it-is. */

let notify: Awaited<ReturnType<typeof listeningSimulator>>
let server: TestServer
let fault: SimulatedFault | undefined
let attempts = 0
const tools = campaignTools(() => server)

beforeAll(async () => {
  notify = await listeningSimulator({
    fault: ({ isSending }) => {
      if (!isSending) return undefined
      attempts += 1
      return fault
    },
  })
  server = await startServer('embedded', { NOTIFY_URL: notify.url, NODE_ENV: 'production' })
  await tools.prepareHouseholds()
  // At any hour.
  const open = { languages: ['en'], in_both_languages: false, phone: null, return_address: null, privacy_notice: null }
  await (
    await callAs(server, 'admin')
  ).post('/api/set-message-settings', {
    ...open,
    ...{ send_from: 0, send_until: 24, send_on_sundays: true },
  })
})
afterAll(async () => {
  await server.close()
  await notify.close()
})
beforeEach(async () => {
  fault = undefined
  attempts = 0
  notify.emails.length = 0
  await tools.reset()
})

const setAccount = async (change: object = {}) =>
  (await callAs(server, 'admin')).post('/api/set-sending-settings', {
    notify_key: KEY,
    sms_template_id: SMS_TEMPLATE,
    sms_sender_id: null,
    email_template_id: EMAIL_TEMPLATE,
    messages_a_minute: null,
    texts_a_day: null,
    letters_a_day: null,
    ...change,
  })
const told = () => notify.emails.map(({ email_address: to, personalisation: { what } }) => [to, what])
const toldOnce = async (to: string, what: string) => {
  await vi.waitFor(() => expect(told()).toEqual([[to, what]]), { interval: 20 })
  return notify.emails.splice(0)[0]
}
const PROVIDER = 'staff@provider.example'
const AUTHOR = 'viewer@ashford.example'

test('go through the organisation’s own account to whose turn it is, with nothing about a household', async () => {
  await setAccount()
  const id = await tools.prepared({ campaign_name: 'Autumn <2026>' })
  expect(await toldOnce(PROVIDER, 'A campaign of Ashford Council waits for your review')).toMatchObject({
    template_id: EMAIL_TEMPLATE,
    personalisation: { campaign: 'Autumn <2026>', link: `${server.origin}/campaigns` },
  })
  await tools.move('review-campaign', id)
  expect(await toldOnce(AUTHOR, 'Your campaign was reviewed')).toMatchObject({
    personalisation: { link: `${server.origin}/campaigns/${id}` },
  })
  await tools.move('run-reviewed-campaign', id)
  await vi.waitFor(() => expect(notify.emails).toHaveLength(2), { interval: 20 })
  expect(told()).toEqual([
    [AUTHOR, 'Your campaign is being sent, or will be from its start'],
    [AUTHOR, 'All messages of your campaign were sent'],
  ])
  expect(JSON.stringify(notify.emails)).not.toMatch(/Edna|Ashworth|7700|A-1/)
  expect(new Set(notify.emails.map(({ reference }) => reference)).size).toBe(2)
})

test('tell an author what was sent back and paused, and nobody what they did themselves', async () => {
  await setAccount()
  const id = await tools.prepared()
  await toldOnce(PROVIDER, 'A campaign of Ashford Council waits for your review')
  await (await callAs(server, 'staff', 'ashford')).post(`/api/send-back-campaign?campaign_id=${id}`, { comment: 'No.' })
  expect(JSON.stringify(await toldOnce(AUTHOR, 'Your campaign was sent back to you'))).not.toContain('No.')

  const staff = await callAs(server, 'staff', 'ashford')
  const [own] = (await staff.post('/api/add-campaign', tools.request())).json<{ id: number }[]>()
  await vi.waitFor(async () => expect((await tools.detail(own?.id ?? 0)).phase).toBe('prepared'), { interval: 20 })
  await toldOnce(PROVIDER, 'A campaign of Ashford Council waits for your review')
  await tools.move('review-campaign', own?.id ?? 0)
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
  await staff.post(`/api/run-reviewed-campaign?campaign_id=${own?.id}&start_at=${encodeURIComponent(tomorrow)}`, '')
  await tools.move('pause-campaign', own?.id ?? 0)
  const other = await tools.prepared()
  await toldOnce(PROVIDER, 'A campaign of Ashford Council waits for your review')
  await tools.move('review-campaign', other)
  await toldOnce(AUTHOR, 'Your campaign was reviewed')
})

test.each<[string, object, SimulatedFault | undefined, number]>([
  ['no template', { email_template_id: null }, undefined, 0],
  ['another template', { email_template_id: SMS_TEMPLATE }, undefined, 2],
  ['a service that is down', {}, 'down', 2],
])('stop nothing with %s', async (_what, change, wrong, tried) => {
  await setAccount(change)
  fault = wrong
  const id = await tools.prepared()
  expect((await tools.move('review-campaign', id)).json()).toMatchObject({ reviewed: true })
  expect((await tools.move('cancel-campaign', id)).json()).toMatchObject({ status: 'cancelled' })
  await vi.waitFor(() => expect(attempts).toBe(tried), { interval: 20 })
  expect(notify.emails).toEqual([])
})

test('are checked with the connection, without sending one', async () => {
  const tested = async () =>
    (await (await callAs(server, 'admin')).post('/api/test-sending', {})).json<{ works: boolean; words: string }>()
  await setAccount()
  expect(await tested()).toMatchObject({ works: true })
  await setAccount({ email_template_id: SMS_TEMPLATE })
  expect(await tested()).toEqual({
    works: false,
    words:
      'Texts work, but the service has no e-mail template of this id whose only placeholders are ((what)), ((campaign)) and ((link)).',
  })
  expect(notify.emails).toEqual([])
})
