import { expect, test, vi } from 'vitest'
import type { NotifyFetch } from './notify'
import { createNotifyClient } from './notifyClient'

const KEY = 'doorstep-26785a09-ab16-4eb0-8407-a37497a57506-3d844edf-8d35-48ac-975b-e847b4f122b0'
const TEMPLATE = 'f33517ff-2a88-4f6e-b855-c550268ce08a'
const ID = '740e5834-3a29-46b4-9a6f-16142fde533a'

const clientOf = (fetch: NotifyFetch, timeoutMs?: number) =>
  createNotifyClient({ url: 'https://notify.example', key: KEY, smsTemplateId: TEMPLATE, fetch, timeoutMs })
const answering = (status: number, body: unknown) =>
  clientOf(
    async () =>
      new Response(typeof body === 'string' ? body : JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json' },
      }),
  )
const errors = (error: string, message: string) => ({ status_code: 400, errors: [{ error, message }] })
const TEXT = { to: '+447700900101', message: 'Dear Edna', reference: 'r-1' }

test('a text goes through the template with ((message)), under its reference, signed with the key', async () => {
  const fetch = vi.fn<NotifyFetch>(
    async () => new Response(JSON.stringify({ id: ID, content: { from_number: 'GOVUK' } }), { status: 201 }),
  )
  expect(await clientOf(fetch).sendText(TEXT)).toEqual({ kind: 'accepted', id: ID, textsFrom: 'GOVUK' })
  const [url, init] = fetch.mock.calls[0] ?? []
  expect(url).toBe('https://notify.example/v2/notifications/sms')
  expect(JSON.parse(init?.body as string)).toEqual({
    template_id: TEMPLATE,
    phone_number: TEXT.to,
    personalisation: { message: TEXT.message },
    reference: 'r-1',
  })
  expect(new Headers(init?.headers).get('authorization')).toMatch(/^Bearer ey/)
  expect(init).toMatchObject({ method: 'POST', redirect: 'error' })
})

test.each([
  [
    400,
    errors('ValidationError', 'phone_number Not a UK mobile number'),
    { kind: 'refused', words: 'phone_number Not a UK mobile number' },
  ],
  [
    403,
    errors('AuthError', 'Invalid token: API key not found'),
    { kind: 'keyRefused', words: 'Invalid token: API key not found' },
  ],
  [401, errors('AuthError', 'No token'), { kind: 'keyRefused', words: 'No token' }],
  [429, errors('RateLimitError', 'Exceeded rate limit'), { kind: 'tryLater', mayBeTaken: false, isDailyLimit: false }],
  [
    429,
    errors('TooManyRequestsError', 'Exceeded send limits'),
    { kind: 'tryLater', mayBeTaken: false, isDailyLimit: true },
  ],
  [500, errors('Exception', 'Internal server error'), { kind: 'tryLater', mayBeTaken: true, isDailyLimit: false }],
  [503, '<html>', { kind: 'tryLater', mayBeTaken: true, isDailyLimit: false }],
  // What stands between here and Notify refuses nobody.
  [403, '<html>', { kind: 'tryLater', mayBeTaken: true, isDailyLimit: false }],
  [400, {}, { kind: 'tryLater', mayBeTaken: true, isDailyLimit: false }],
  // A yes that cannot be read may be one.
  [201, {}, { kind: 'tryLater', mayBeTaken: true, isDailyLimit: false }],
  [201, 'not JSON', { kind: 'tryLater', mayBeTaken: true, isDailyLimit: false }],
])('an answer %i %j is told apart by whether the message may have been taken', async (status, body, outcome) => {
  expect(await answering(status, body).sendText(TEXT)).toEqual(outcome)
})

test('a line that breaks, and a call that takes too long, may have been taken', async () => {
  const later = { kind: 'tryLater', mayBeTaken: true, isDailyLimit: false }
  expect(await clientOf(() => Promise.reject(new TypeError('fetch failed'))).sendText(TEXT)).toEqual(later)
  const hanging: NotifyFetch = (_url, init) =>
    new Promise((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  expect(await clientOf(hanging, 5).sendText(TEXT)).toEqual(later)
})

test('a letter that is too large is refused before it is sent', async () => {
  const fetch = vi.fn<NotifyFetch>()
  const outcome = await clientOf(fetch).sendLetter({
    pdf: new Uint8Array(6 * 1024 * 1024),
    reference: 'r-1',
    postage: 'second',
  })
  expect([outcome, fetch.mock.calls.length]).toEqual([{ kind: 'refused', words: 'File is larger than 5MB.' }, 0])
})

test('a message is found by its own reference alone', async () => {
  const list = (reference: string | null) => ({ notifications: [{ id: ID, reference, status: 'delivered' }] })
  expect(await answering(200, list('r-1')).findByReference('r-1')).toEqual({
    kind: 'found',
    id: ID,
    status: 'delivered',
  })
  expect(await answering(200, list('r-2')).findByReference('r-1')).toEqual({ kind: 'absent' })
  expect(await answering(200, { notifications: [] }).findByReference('r-1')).toEqual({ kind: 'absent' })
})

test.each([
  [200, 'not JSON'],
  [200, { notifications: [{ id: 3 }] }],
  [404, errors('NoResultFound', 'No result found')],
  [400, errors('ValidationError', 'reference is wrong')],
  [500, ''],
])('a look-up that is answered %i %j does not say that the message is not there', async (status, body) => {
  expect(await answering(status, body).findByReference('r-1')).toMatchObject({ kind: 'tryLater' })
})

test('by its id a message that Notify does not know is absent', async () => {
  expect(await answering(404, errors('NoResultFound', 'No result found')).findById(ID)).toEqual({ kind: 'absent' })
  expect(await answering(200, { id: ID, reference: null, status: 'received' }).findById(ID)).toEqual({
    kind: 'found',
    id: ID,
    status: 'received',
  })
})
