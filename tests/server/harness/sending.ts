import type { FastifyInstance, FastifyRequest } from 'fastify'
import { eq, sql } from 'drizzle-orm'
import type { NotifyClient } from '../../../src/server/clients/notify'
import { createNotifyClient } from '../../../src/server/clients/notifyClient'
import { campaigns, recipients } from '../../../src/server/db/schema'
import type { SimulatorKey } from '../../../src/server/demo/notify-simulator/key'
import {
  PASSING_STATUSES,
  type SimulatorLedger,
  type SimulatedMessage,
} from '../../../src/server/demo/notify-simulator/ledger'
import { NotifyError, tooFast } from '../../../src/server/demo/notify-simulator/notifyError'
import { createNotifySimulator } from '../../../src/server/demo/notify-simulator/simulator'
import type { Clock } from '../../../src/server/db/time'
import { openAccount, type SendingOptions } from '../../../src/server/modules/campaigns/sending/accounts'
import type { SliceEnd } from '../../../src/server/modules/campaigns/sending/sendBatch'
import { sendSlice, type LetterMaker } from '../../../src/server/modules/campaigns/sending/sendCampaign'
import type { CampaignWork } from '../../../src/server/modules/campaigns/campaigns/jobs'
import type { Channel } from '../../../src/contract/households/channels'
import type { Database } from '../../../src/server/db/database'
import type { TestServer } from './server'

export const EMAIL_TEMPLATE = '1e0c8c0a-5a11-4c58-9d51-8a40c9a2a1de'
export const SMS_TEMPLATE = 'f33517ff-2a88-4f6e-b855-c550268ce08a'
/** The key of the tests; of no service, and the same in every process. */
export const KEY = 'doorstep_tests-26785a09-ab16-4eb0-8407-a37497a57506-3d844edf-8d35-48ac-975b-e847b4f122b0'

/** A key in its parts: `<name>-<service>-<secret>`. */
export function readKey(text: string): SimulatorKey {
  const [, serviceId, secret] = /^-([0-9a-f-]{36})-([0-9a-f-]{36})$/.exec(text.slice(-74)) ?? []
  if (!serviceId || !secret) throw new Error('This is no key of GOV.UK Notify.')
  return { serviceId, secret, text }
}

/** A ledger of a simulator that is not the product's own. */
export function memoryLedger(): SimulatorLedger & { readonly messages: SimulatedMessage[] } {
  const messages: SimulatedMessage[] = []
  const byId = new Map<string, SimulatedMessage>()
  const byReference = new Map<string | null, SimulatedMessage[]>()
  return {
    messages,
    async add(message) {
      messages.push(message)
      byId.set(message.id, message)
      byReference.set(message.reference, [message, ...(byReference.get(message.reference) ?? [])])
    },
    find: async (id) => byId.get(id),
    withReference: async (reference) => byReference.get(reference) ?? [],
    underWay: async (limit) =>
      messages.filter(({ status }) => PASSING_STATUSES.some((passing) => passing === status)).slice(0, limit),
    async settle(settled) {
      for (const { id, status } of settled) {
        const message = byId.get(id)
        if (message) message.status = status
      }
    },
  }
}

const REFUSALS = {
  'too-many': tooFast(3_000),
  'daily-limit': new NotifyError(429, 'TooManyRequestsError', 'Exceeded send limits (sms: 250000) for today'),
  broken: new NotifyError(500, 'Exception', 'Internal server error'),
  down: new NotifyError(503, 'Exception', 'Service unavailable'),
}

/** `drop` takes the message and cuts the connection. */
export type SimulatedFault = keyof typeof REFUSALS | 'drop'

interface FaultySimulator {
  readonly fault?: (call: { readonly isSending: boolean }) => SimulatedFault | undefined
  readonly perMinute?: number
  readonly serviceName?: string
  /** What the answer to a message that was taken waits for. */
  readonly answerAfter?: () => Promise<unknown> | undefined
}

/** A simulator that listens, as Notify does. */
export async function listeningSimulator({ fault, answerAfter, ...options }: FaultySimulator = {}) {
  const ledger = memoryLedger()
  const simulator = createNotifySimulator({ ledger, key: readKey(KEY), smsTemplateId: SMS_TEMPLATE, ...options })
  const dropped = new WeakSet<FastifyRequest>()
  simulator.app.addHook('onRequest', async (request) => {
    const wrong = fault?.({ isSending: request.method === 'POST' })
    if (wrong === 'drop') dropped.add(request)
    else if (wrong) throw REFUSALS[wrong]
  })
  simulator.app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode !== 201) return
    await answerAfter?.()
    if (dropped.has(request)) request.raw.socket.destroy()
  })
  const emails = takeEmails(simulator.app)
  const url = await simulator.app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    ledger,
    emails,
    client: (settings: { key?: string; timeoutMs?: number } = {}) =>
      createNotifyClient({ url, key: KEY, smsTemplateId: SMS_TEMPLATE, ...settings }),
    /** How often each reference was taken, as a list of the counts that there are. */
    timesTaken(): number[] {
      const counts = new Map<string | null, number>()
      for (const { reference } of ledger.messages) counts.set(reference, (counts.get(reference) ?? 0) + 1)
      return [...new Set(counts.values())]
    },
    close: () => closeHard(simulator.app),
  }
}

/** An e-mail as the stub took it. */
export interface TakenEmail {
  readonly email_address: string
  readonly template_id: string
  readonly personalisation: Readonly<Record<string, string>>
  readonly reference: string
}

/** GOV.UK Notify's e-mails, for the stub: the product's simulator has none. */
function takeEmails(app: FastifyInstance): TakenEmail[] {
  const taken: TakenEmail[] = []
  app.post<{ Body: TakenEmail }>('/v2/notifications/email', async ({ body }, reply) => {
    if (body.template_id !== EMAIL_TEMPLATE) throw new NotifyError(400, 'BadRequestError', 'Template not found')
    taken.push(body)
    return reply.status(201).send({ id: crypto.randomUUID(), reference: body.reference })
  })
  app.get(`/v2/template/${EMAIL_TEMPLATE}`, async () => ({
    id: EMAIL_TEMPLATE,
    type: 'email',
    subject: '((what))',
    body: '((campaign)): ((what)). See ((link)).',
  }))
  return taken
}

/** Lines that were broken on purpose are not waited for. */
async function closeHard(app: FastifyInstance): Promise<void> {
  app.server.closeAllConnections()
  await app.close()
}

/** Time that passes by waiting alone. */
export function testClock(): Clock & { passed: number; readonly start: number } {
  const start = Date.now()
  const clock = {
    passed: 0,
    start,
    now: async () => new Date(start + clock.passed),
    wait: async (milliseconds: number) => {
      clock.passed += milliseconds
    },
  }
  return clock
}

/** Numbers between 0 and 1, the same ones in every run. */
export function seededRandom(seed = 1): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** A campaign under way with recipients of these numbers (or so many good ones), as the queue's worker finds it. */
export async function createRunningCampaign(
  database: Database,
  organisationId: string,
  numbers: number | readonly string[],
  channel: Channel = 'sms',
): Promise<CampaignWork> {
  const destinations =
    typeof numbers === 'number' ? Array.from({ length: numbers }, (_, index) => mobile(index)) : numbers
  return database.asSystem(async (tx) => {
    const now = new Date()
    const [made] = await tx
      .insert(campaigns)
      .values({
        organisationId,
        name: 'Autumn',
        benefitName: 'pension_credit',
        channel,
        snapshot: '2026-10-01',
        snapshotVersion: 'v',
        status: 'sent to api',
        stagger: 0,
        filters: {},
        message: channel === 'sms' ? 'Dear ((first_name))' : null,
        createdBy: 'Test',
        frozenCount: destinations.length,
        recipientsHash: 'h',
        numberOfRecipients: destinations.length,
        preparedAt: now,
        reviewedAt: now,
        runAt: now,
      })
      .returning({ id: campaigns.id })
    const campaignId = made?.id ?? 0
    await tx.execute(sql`
      insert into recipients (campaign_id, organisation_id, household_reference, position, state, destination, personalisation)
      select ${campaignId}::int, ${organisationId}::uuid, 'S-' || i, i, 'prepared', number, '{"first_name":"Edna"}'::jsonb
      from unnest(${sql.param(destinations)}::text[]) with ordinality as given (number, i)`)
    return { campaignId, organisationId }
  })
}

/** A number of Ofcom's range for drama that the simulator delivers to. */
const mobile = (index: number) => `+4477009001${String(index % 100).padStart(2, '0')}`

/** Where a campaign and its recipients stand. */
export async function statesOf(database: Database, { campaignId }: CampaignWork) {
  return database.asSystem(async (tx) => {
    const [campaign] = await tx.select({ status: campaigns.status }).from(campaigns).where(eq(campaigns.id, campaignId))
    const found = await tx
      .select({ state: recipients.state, households: sql<number>`count(*)::int` })
      .from(recipients)
      .where(eq(recipients.campaignId, campaignId))
      .groupBy(recipients.state)
    return {
      status: campaign?.status,
      counts: Object.fromEntries(found.map(({ state, households }) => [state, households])),
    }
  })
}

interface Sender {
  slice(work: CampaignWork, stopping?: AbortSignal): Promise<SliceEnd>
}

/** What tests of sending do again and again. */
export function sendingTools(server: () => TestServer) {
  const database = () => server().services.database

  /** Another server's sender, which remembers whether Notify answers. */
  const sender = (
    notify: NotifyClient | undefined,
    { letters = server().services.letters.ofCampaigns, ...options }: SendingOptions & { letters?: LetterMaker } = {},
  ): Sender => {
    const deps = { ...server().services, letters }
    const account = openAccount(deps.database, { notify }, { random: seededRandom(), ...options })
    return { slice: (work, stopping) => sendSlice(deps, account, work, stopping) }
  }

  /** Slice after slice, the waiting between them done by the clock, until there is nothing to do. */
  const sendAll = async (
    sending: Sender,
    work: CampaignWork,
    clock: Clock,
    between = async () => {},
  ): Promise<void> => {
    for (let slices = 0; slices < 1_000; slices++) {
      const end = await sending.slice(work)
      if (end.kind === 'over') return
      await clock.wait(Math.max(1, end.milliseconds))
      await between()
    }
    throw new Error('The campaign is never over.')
  }

  const campaign = async ({ campaignId }: CampaignWork) => {
    const [found] = await database().asSystem((tx) => tx.select().from(campaigns).where(eq(campaigns.id, campaignId)))
    if (!found) throw new Error('There is no such campaign.')
    return found
  }
  const rows = ({ campaignId }: CampaignWork) =>
    database().asSystem((tx) =>
      tx.select().from(recipients).where(eq(recipients.campaignId, campaignId)).orderBy(recipients.position),
    )
  return {
    createRunningCampaign: (numbers: number | readonly string[], channel?: Channel) =>
      createRunningCampaign(database(), server().seed.ashford.id, numbers, channel),
    sender,
    sendAll,
    campaign,
    rows,
    states: async (work: CampaignWork) => (await statesOf(database(), work)).counts,
  }
}
