/** Calls of GOV.UK Notify by its own library. */
import axios, { isAxiosError } from 'axios'
import { NotifyClient as Client } from 'notifications-node-client'
import { z } from 'zod'
import { fetchWithin } from './fetchWithin'
import {
  SMS_BODY,
  type HandoverResult,
  type LookUp,
  type NotifyClient,
  type NotifyEmails,
  type NotifySettings,
  type TemplateCheck,
} from './notify'

const NOTIFY_TIMEOUT_MS = 10_000

const MAX_ANSWER_BYTES = 1_000_000

const sentSchema = z.object({
  id: z.guid(),
  content: z
    .object({ from_number: z.string().max(100).optional().catch(undefined) })
    .optional()
    .catch(undefined),
})
const templateSchema = z.object({ type: z.string(), body: z.string(), subject: z.string().nullish() })
const messageSchema = z.object({ id: z.guid(), reference: z.string().nullish(), status: z.string() })
const messagesSchema = z.object({ notifications: z.array(messageSchema) })
const errorsSchema = z.object({ errors: z.array(z.object({ error: z.string(), message: z.string() })).min(1) })

/** For one Notify service. */
export function openNotifyClient(settings: NotifySettings): NotifyClient & NotifyEmails {
  const { url, key, smsTemplateId, smsSenderId, timeoutMs = NOTIFY_TIMEOUT_MS, fetch: fetchIt = fetch } = settings
  const client = new Client(url, key)
  client.setClient(
    axios.create({
      adapter: 'fetch',
      maxContentLength: MAX_ANSWER_BYTES,
      env: {
        fetch: (input: unknown, init?: RequestInit) => fetchWithin(timeoutMs, fetchIt, String(input), init),
        Request: null as never, // axios documents null for "call fetch with an address"; its types do not
      },
    }),
  )

  const handOver = async (call: () => Promise<{ data: unknown }>): Promise<HandoverResult> => {
    try {
      const { data } = await call()
      const sent = sentSchema.safeParse(data)
      // Accepted, though unreadable.
      if (!sent.success) return tryLater(true)
      return { kind: 'accepted', id: sent.data.id, textsFrom: sent.data.content?.from_number }
    } catch (error) {
      return readOutcome(error)
    }
  }
  const lookUp = async (call: () => Promise<LookUp>): Promise<LookUp> => {
    try {
      return await call()
    } catch (error) {
      const outcome = readOutcome(error)
      return outcome.kind === 'keyRefused' ? outcome : tryLater(true)
    }
  }

  const check = async (
    templateId: string,
    isRight: (template: z.output<typeof templateSchema>) => boolean,
  ): Promise<TemplateCheck> => {
    try {
      const template = templateSchema.parse((await client.getTemplateById(templateId)).data)
      return { kind: isRight(template) ? 'works' : 'template' }
    } catch (error) {
      if (error instanceof z.ZodError) return { kind: 'silent' }
      const outcome = readOutcome(error)
      if (outcome.kind === 'keyRefused') return outcome
      return { kind: outcome.kind === 'refused' ? 'template' : 'silent' }
    }
  }

  return {
    sendText: ({ to, message, reference }) =>
      handOver(() =>
        client.sendSms(smsTemplateId, to, {
          personalisation: { message },
          ...(reference === undefined ? {} : { reference }),
          ...(smsSenderId === undefined ? {} : { smsSenderId }),
        }),
      ),

    sendLetter: ({ pdf, reference, postage }) =>
      handOver(async () => client.sendPrecompiledLetter(reference, Buffer.from(pdf), postage)),

    sendEmail: ({ to, templateId, personalisation, reference }) =>
      handOver(() => client.sendEmail(templateId, to, { personalisation, reference })),

    checkTemplate: () => check(smsTemplateId, ({ type, body }) => type === 'sms' && body.trim() === SMS_BODY),

    checkEmailTemplate: (templateId, placeholders) =>
      check(templateId, ({ type, body, subject }) => {
        const asked = [...`${subject ?? ''} ${body}`.matchAll(/\(\(([^()]+)\)\)/g)].map(([, name = '']) => name.trim())
        return type === 'email' && asked.length > 0 && asked.every((name) => placeholders.includes(name))
      }),

    findByReference: (reference) =>
      lookUp(async () => {
        const { data } = await client.getNotifications(undefined, undefined, reference)
        const found = messagesSchema.parse(data).notifications.find((message) => message.reference === reference)
        return found ? { kind: 'found', id: found.id, status: found.status } : { kind: 'absent' }
      }),

    findById: (id) =>
      lookUp(async () => {
        try {
          const found = messageSchema.parse((await client.getNotificationById(id)).data)
          return { kind: 'found', id: found.id, status: found.status }
        } catch (error) {
          if (isAxiosError(error) && error.response?.status === 404) return { kind: 'absent' }
          throw error
        }
      }),
  }
}

const tryLater = (mayBeTaken: boolean, isDailyLimit = false) =>
  ({ kind: 'tryLater', mayBeTaken, isDailyLimit }) as const

/** https://docs.notifications.service.gov.uk/rest-api.html, error codes. */
function readOutcome(error: unknown): Exclude<HandoverResult, { kind: 'accepted' }> {
  if (typeof error === 'string') return { kind: 'refused', words: error }
  if (!isAxiosError(error) || !error.response) return tryLater(true)
  const { status, data } = error.response as { status: number; data: unknown } // axios leaves the data any
  const refusal = errorsSchema.safeParse(data)
  if (!refusal.success) return tryLater(true)
  const { error: code, message: words } = refusal.data.errors[0] ?? { error: '', message: '' }
  if (status === 429) return tryLater(false, code === 'TooManyRequestsError')
  if (status === 401 || status === 403) return { kind: 'keyRefused', words }
  if (status >= 400 && status < 500) return { kind: 'refused', words }
  return tryLater(true)
}
