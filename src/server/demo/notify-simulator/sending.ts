import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { POSTAGES } from '#contract/campaigns/postage'
import { sentText, TEXT_MESSAGE_LIMIT } from '#contract/campaigns/textMessage'
import { ukMobile } from '../../modules/households/contacts/contactRules'
import type { SimulatorLedger, SimulatedMessage } from './ledger'
import { badNotifyRequest, invalid } from './notifyError'

const reference = z.string().max(1_000).nullish()
const textSchema = z.object({
  phone_number: z.string().max(1_000),
  template_id: z.guid(),
  personalisation: z.record(z.string(), z.unknown()).optional(),
  reference,
  sms_sender_id: z.guid().optional(),
})
const letterSchema = z.object({
  reference: z.string().min(1).max(1_000),
  content: z.base64(),
  postage: z.enum(POSTAGES).optional(),
})

export interface SimulatedAccount {
  readonly ledger: SimulatorLedger
  readonly smsTemplateId: string
  readonly serviceName?: string | undefined
}

/** Notify's documented test numbers; all others are delivered. */
const TEST_NUMBERS: Readonly<Record<string, string>> = {
  '+447700900002': 'permanent-failure',
  '+447700900003': 'temporary-failure',
}

/** POST /v2/notifications/sms. @throws NotifyError 400 in Notify's words */
export async function takeText(
  body: unknown,
  { smsTemplateId: templateId, serviceName, ledger }: SimulatedAccount,
): Promise<object> {
  const text = parse(textSchema, body)
  const number = ukMobile(text.phone_number)
  if (number === undefined) throw invalid(`phone_number ${wordsForNumber(text.phone_number)}`)
  if (text.template_id !== templateId) throw badNotifyRequest('Template not found')
  const message = text.personalisation?.message
  if (message === undefined) throw badNotifyRequest('Missing personalisation: message')
  const { text: sent, characters } = sentText(typeof message === 'string' ? message : '', serviceName)
  if (characters === 0) throw badNotifyRequest('Your message is empty')
  if (characters > TEXT_MESSAGE_LIMIT) {
    throw badNotifyRequest(
      `Your message is too long. Text messages cannot be longer than ${TEXT_MESSAGE_LIMIT} characters.`,
    )
  }
  const made = make({
    type: 'sms',
    reference: text.reference ?? null,
    // A test message's number is not stored.
    phoneNumber: text.reference ? text.phone_number : null,
    body: sent,
    pages: null,
    postage: null,
    status: 'sending',
    becomes: TEST_NUMBERS[number] ?? 'delivered',
  })
  await ledger.add(made)
  return {
    id: made.id,
    reference: made.reference,
    content: { body: sent, from_number: 'Doorstep' },
    uri: `/v2/notifications/${made.id}`,
    template: { id: templateId, version: 1, uri: `/v2/template/${templateId}` },
    scheduled_for: null,
  }
}

function wordsForNumber(text: string): string {
  if (/[^\d\s()+-]/.test(text)) return 'Must not contain letters or symbols'
  const digits = text.replace(/\D/g, '').replace(/^(00)?(44)?0?/, '')
  if (digits.length !== 10) return digits.length < 10 ? 'Not enough digits' : 'Too many digits'
  return 'Not a UK mobile number'
}

/** POST /v2/notifications/letter. @throws NotifyError 400 in Notify's words */
export async function takeLetter(body: unknown, ledger: SimulatorLedger): Promise<object> {
  const letter = parse(letterSchema, body)
  const { pages, becomes } = await checkLetter(Buffer.from(letter.content, 'base64'))
  const made = make({
    type: 'letter',
    reference: letter.reference,
    phoneNumber: null,
    body: '',
    pages,
    postage: letter.postage ?? 'second',
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

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const name = issue?.path.join('.') || 'request body'
  const isMissing = typeof body === 'object' && body !== null && !(name in body)
  throw invalid(isMissing ? `${name} is a required property` : `${name} is not valid`)
}

const A4 = { width: 595.28, height: 841.89 }
const TOLERANCE = 6
const MAX_PAGES = 10

/** A PDF of one to ten A4 pages: https://docs.notifications.service.gov.uk/rest-api.html#send-a-precompiled-letter */
async function checkLetter(pdf: Uint8Array): Promise<{ pages: number; becomes: string }> {
  // Slow to load, so not with the server.
  const { PDFDocument } = await import('pdf-lib')
  try {
    const document = await PDFDocument.load(pdf, { updateMetadata: false })
    const pages = document.getPages()
    const isA4 = pages.every((page) => {
      const { width, height } = page.getSize()
      return Math.abs(width - A4.width) <= TOLERANCE && Math.abs(height - A4.height) <= TOLERANCE
    })
    const isRight = isA4 && pages.length > 0 && pages.length <= MAX_PAGES
    return { pages: pages.length, becomes: isRight ? 'received' : 'validation-failed' }
  } catch {
    return { pages: 0, becomes: 'validation-failed' }
  }
}

/** In the form of Notify's API. */
export const asNotification = (message: SimulatedMessage) => ({
  id: message.id,
  reference: message.reference,
  type: message.type,
  status: message.status,
  body: message.type === 'sms' ? message.body : '',
  ...(message.phoneNumber === null ? {} : { phone_number: message.phoneNumber }),
  ...(message.type === 'letter' ? { postage: message.postage ?? 'second' } : {}),
  created_at: message.createdAt.toISOString(),
})
