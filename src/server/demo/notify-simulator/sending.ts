import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { checkLetter } from './letterRules'
import type { Ledger, SimulatedMessage } from './ledger'
import { badRequest, invalid } from './notifyError'

const TEXT_LIMIT = 918

const reference = z.string().max(1_000).nullish()
const textSchema = z.object({
  phone_number: z.string(),
  template_id: z.guid(),
  personalisation: z.record(z.string(), z.unknown()).optional(),
  reference,
  sms_sender_id: z.guid().optional(),
})
const letterSchema = z.object({
  reference: z.string().min(1).max(1_000),
  content: z.base64(),
  postage: z.enum(['first', 'second', 'economy']).optional(),
})

/** The numbers that Notify documents for testing what fails; every other one is delivered. */
const TEST_NUMBERS: Readonly<Record<string, string>> = {
  '7700900002': 'permanent-failure',
  '7700900003': 'temporary-failure',
}

/** POST /v2/notifications/sms. @throws NotifyError 400 in Notify's words. */
export async function takeText(body: unknown, templateId: string, ledger: Ledger): Promise<object> {
  const text = parse(textSchema, body)
  const digits = text.phone_number.replace(/^(\+|00)?(44)?0?|[ ().-]/g, '')
  if (/[^0-9+ ().-]/.test(text.phone_number)) throw invalid('phone_number Must not contain letters or symbols')
  if (digits.length < 10) throw invalid('phone_number Not enough digits')
  if (digits.length > 10) throw invalid('phone_number Too many digits')
  if (!digits.startsWith('7')) throw invalid('phone_number Not a UK mobile number')
  if (text.template_id !== templateId) throw badRequest('Template not found')
  const message = text.personalisation?.message
  if (message === undefined) throw badRequest('Missing personalisation: message')
  if (typeof message !== 'string' || message.trim() === '') throw badRequest('Your message is empty')
  if (message.length > TEXT_LIMIT) {
    throw badRequest(`Your message is too long. Text messages cannot be longer than ${TEXT_LIMIT} characters.`)
  }
  const made = make({
    type: 'sms',
    reference: text.reference ?? null,
    phoneNumber: text.phone_number,
    body: message,
    pages: null,
    status: 'sending',
    becomes: TEST_NUMBERS[digits] ?? 'delivered',
  })
  await ledger.add(made)
  return {
    id: made.id,
    reference: made.reference,
    content: { body: message, from_number: 'Doorstep' },
    uri: `/v2/notifications/${made.id}`,
    template: { id: templateId, version: 1, uri: `/v2/template/${templateId}` },
    scheduled_for: null,
  }
}

/** POST /v2/notifications/letter with a finished PDF. @throws NotifyError 400 in Notify's words. */
export async function takeLetter(body: unknown, ledger: Ledger): Promise<object> {
  const letter = parse(letterSchema, body)
  const { pages, becomes } = await checkLetter(Buffer.from(letter.content, 'base64'))
  const made = make({
    type: 'letter',
    reference: letter.reference,
    phoneNumber: null,
    body: '',
    pages,
    status: 'pending-virus-check',
    becomes,
  })
  await ledger.add(made)
  return { id: made.id, reference: made.reference, postage: letter.postage ?? 'second' }
}

const make = (message: Omit<SimulatedMessage, 'id' | 'createdAt'>): SimulatedMessage => ({
  id: randomUUID(),
  createdAt: new Date(),
  ...message,
})

/** @throws NotifyError naming the first field that is wrong, as Notify does. */
function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const name = issue?.path.join('.') || 'request body'
  const isMissing = typeof body === 'object' && body !== null && !(name in body)
  throw invalid(isMissing ? `${name} is a required property` : `${name} is not valid`)
}
