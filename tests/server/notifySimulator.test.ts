import { createHmac } from 'node:crypto'
import { PDFDocument } from 'pdf-lib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeKey } from '../../src/server/demo/notify-simulator/key'
import { createNotifySimulator, type NotifySimulator } from '../../src/server/demo/notify-simulator/simulator'
import { KEY, memoryLedger, SMS_TEMPLATE, readKey } from './harness/sending'

const { serviceId, secret } = readKey(KEY)
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token as Notify's documentation describes it, made apart from its client. */
function token(claims: object = {}, key = secret, algorithm = 'HS256'): string {
  const signed = `${encode({ typ: 'JWT', alg: algorithm })}.${encode({ iss: serviceId, iat: Math.floor(Date.now() / 1000), ...claims })}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}

async function letter(pages: number, size: [number, number] = [595.28, 841.89]): Promise<string> {
  const document = await PDFDocument.create()
  for (let page = 0; page < pages; page++) document.addPage(size)
  return Buffer.from(await document.save()).toString('base64')
}

describe('The Notify simulator', () => {
  let ledger: ReturnType<typeof memoryLedger>
  let simulator: NotifySimulator
  beforeEach(() => {
    ledger = memoryLedger()
    simulator = createNotifySimulator({ ledger, key: readKey(KEY), smsTemplateId: SMS_TEMPLATE, perMinute: 3 })
  })
  afterEach(() => simulator.app.close())

  const call = async (method: 'GET' | 'POST', url: string, payload?: object, authorization = `Bearer ${token()}`) => {
    const answer = await simulator.app.inject({
      method,
      url,
      headers: { authorization },
      ...(payload ? { payload } : {}),
    })
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
  }
  const text = (changes: object = {}) => ({
    phone_number: '07700 900 101',
    template_id: SMS_TEMPLATE,
    personalisation: { message: 'Dear Edna' },
    reference: 'r-1',
    ...changes,
  })
  const error = (status_code: number, code: string, message: string) => ({
    status: status_code,
    body: { status_code, errors: [{ error: code, message }] },
  })

  test('takes a text, and knows it by its reference and its id', async () => {
    const sent = await call('POST', '/v2/notifications/sms', text())
    expect(sent).toMatchObject({
      status: 201,
      body: { reference: 'r-1', content: { body: 'Dear Edna' }, template: { id: SMS_TEMPLATE } },
    })
    const message = {
      id: sent.body.id,
      reference: 'r-1',
      type: 'sms',
      status: 'sending',
      phone_number: '07700 900 101',
    }
    expect((await call('GET', '/v2/notifications?reference=r-1')).body).toMatchObject({ notifications: [message] })
    expect((await call('GET', `/v2/notifications/${String(sent.body.id)}`)).body).toMatchObject(message)
    expect((await call('GET', '/v2/notifications?reference=r-2')).body).toMatchObject({ notifications: [] })
    expect(await call('GET', '/v2/notifications/740e5834-3a29-46b4-9a6f-16142fde533a')).toEqual(
      error(404, 'NoResultFound', 'No result found'),
    )
  })

  test.each([
    ['nothing', '', error(401, 'AuthError', 'Unauthorized: authentication token must be provided')],
    [
      'another secret',
      `Bearer ${token({}, makeKey().secret)}`,
      error(403, 'AuthError', 'Invalid token: API key not found'),
    ],
    [
      'another service',
      `Bearer ${token({ iss: makeKey().serviceId })}`,
      error(403, 'AuthError', 'Invalid token: API key not found'),
    ],
    [
      'another algorithm',
      `Bearer ${token({}, secret, 'none')}`,
      error(403, 'AuthError', 'Invalid token: API key not found'),
    ],
    [
      'an old token',
      `Bearer ${token({ iat: Math.floor(Date.now() / 1000) - 31 })}`,
      error(403, 'AuthError', 'Error: Your system clock must be accurate to within 30 seconds'),
    ],
  ])('refuses %s in the place of a token', async (_what, authorization, refusal) => {
    expect(await call('POST', '/v2/notifications/sms', text(), authorization)).toEqual(refusal)
    expect(ledger.messages).toEqual([])
  })

  test.each([
    [{ phone_number: undefined }, 'ValidationError', 'phone_number is a required property'],
    [{ phone_number: '0161 496 0000' }, 'ValidationError', 'phone_number Not a UK mobile number'],
    [{ phone_number: '0770090010' }, 'ValidationError', 'phone_number Not enough digits'],
    [{ phone_number: '077009001011' }, 'ValidationError', 'phone_number Too many digits'],
    [{ phone_number: 'Edna' }, 'ValidationError', 'phone_number Must not contain letters or symbols'],
    [{ template_id: 'x' }, 'ValidationError', 'template_id is not valid'],
    [{ template_id: '740e5834-3a29-46b4-9a6f-16142fde533a' }, 'BadRequestError', 'Template not found'],
    [{ personalisation: {} }, 'BadRequestError', 'Missing personalisation: message'],
    [
      { personalisation: { message: 'x'.repeat(919) } },
      'BadRequestError',
      'Your message is too long. Text messages cannot be longer than 918 characters.',
    ],
  ])('refuses a text with %j in Notify’s words', async (changes, code, message) => {
    expect(await call('POST', '/v2/notifications/sms', text(changes))).toEqual(error(400, code, message))
    expect(ledger.messages).toEqual([])
  })

  test('takes no more than its rate', async () => {
    for (let sent = 0; sent < 3; sent++) expect((await call('POST', '/v2/notifications/sms', text())).status).toBe(201)
    expect(await call('POST', '/v2/notifications/sms', text())).toEqual(
      error(429, 'RateLimitError', 'Exceeded rate limit for key type LIVE of 3 requests per 60 seconds'),
    )
  })

  test.each([
    ['one A4 page', () => letter(1), 1, 'received'],
    ['ten', () => letter(10), 10, 'received'],
    ['eleven', () => letter(11), 11, 'validation-failed'],
    ['US letter paper', () => letter(1, [612, 792]), 1, 'validation-failed'],
    ['A4 across', () => letter(1, [841.89, 595.28]), 1, 'validation-failed'],
    ['no PDF', async () => Buffer.from('Dear Edna').toString('base64'), 0, 'validation-failed'],
  ])('takes a letter of %s, and then checks it', async (_what, content, pages, becomes) => {
    const sent = await call('POST', '/v2/notifications/letter', { reference: 'r-1', content: await content() })
    expect(sent).toMatchObject({ status: 201, body: { reference: 'r-1', postage: 'second' } })
    expect(ledger.messages).toMatchObject([{ type: 'letter', pages, status: 'pending-virus-check', becomes }])
  })

  test('calls back for texts as its test numbers say, again until it is heard, and not for letters', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await call('POST', '/v2/notifications/sms', text({ phone_number: '+447700900002' }))
      await call('POST', '/v2/notifications/sms', text({ phone_number: '07700900003' }))
      await call('POST', '/v2/notifications/letter', { reference: 'r-3', content: await letter(1) })
      const heard: string[] = []
      const ears = { open: false }
      const delivering = simulator.deliverTo(async ({ status, reference }) => {
        if (ears.open) heard.push(`${String(reference)} ${status}`)
        return ears.open
      })
      await vi.advanceTimersByTimeAsync(1_000)
      expect(ledger.messages.map(({ status }) => status)).toEqual(['sending', 'sending', 'pending-virus-check'])
      ears.open = true
      await vi.advanceTimersByTimeAsync(10_000)
      await vi.waitFor(() => {
        expect(ledger.messages.map(({ status }) => status)).toEqual([
          'permanent-failure',
          'temporary-failure',
          'received',
        ])
      })
      expect(heard).toEqual(['r-1 permanent-failure', 'r-1 temporary-failure'])
      await delivering.stop()
    } finally {
      vi.useRealTimers()
    }
  })
})
