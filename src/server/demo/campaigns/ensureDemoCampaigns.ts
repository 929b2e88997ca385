/**
 * Policy: the demo's campaigns are made by the product itself, with its own rules, messages and states, and only the
 * time is told to it: sent for review, prepared, reviewed, run and sent to the simulator one after the other, before
 * the server's own queue starts. A start that was broken off goes on where it stopped: each step is harmless when it
 * was done before. Nothing of the demo is ever sent to GOV.UK Notify.
 */
import { createNotifyClient, type NotifySettings } from '../../clients/notify'
import { alone } from '../../db/alone'
import type { Database } from '../../db/database'
import { Fault } from '../../faults'
import { createDirectQueue } from '../../jobs/directQueue'
import { createAuditService } from '../../modules/audit/service'
import {
  campaignsOf,
  createCampaignsService,
  PREPARE_CAMPAIGN,
  SEND_CAMPAIGN,
  type CampaignsDependencies,
} from '../../modules/campaigns/service'
import { createMessagesService, forgetPace } from '../../modules/messages/service'
import type { PeopleService } from '../../modules/people/service'
import { createRecipientsService } from '../../modules/recipients/service'
import type { Person } from '../../person'
import { PLANNED_CAMPAIGNS, STAGGER, TEXT, type PlannedCampaign } from './planned'
import { createToldClock } from './toldClock'

export type DemoCampaignsDependencies = Pick<
  CampaignsDependencies,
  'database' | 'idempotency' | 'snapshots' | 'files' | 'filters' | 'organisations'
> & {
  readonly people: Pick<PeopleService, 'findForSignIn'>
  /** Absent: there is no simulator, and no campaign is made. */
  readonly notifySimulator: { readonly settings: NotifySettings } | undefined
  readonly config: { readonly demoData: boolean }
}

const COUNCIL = 'northmere'
const MAKER = 'admin@northmere.example'
const SENDER = 'super@doorstep.example'

/**
 * Makes the campaigns of {@link PLANNED_CAMPAIGNS} that the demo does not have yet. Makes nothing where the demo is
 * not, or `demoData` is off. Before the server's queue starts.
 * @param tell hears one line of progress at a time.
 * @param planned for tests: fewer ones.
 */
export async function ensureDemoCampaigns(
  deps: DemoCampaignsDependencies,
  tell: (line: string) => void = () => {},
  planned: readonly PlannedCampaign[] = PLANNED_CAMPAIGNS,
): Promise<void> {
  const { database, organisations, notifySimulator, config } = deps
  if (!config.demoData || !notifySimulator) return
  const council = await organisations.findBySlug(COUNCIL)
  if (!council?.isDemo) return
  const organisationId = council.id
  const missing = async () => {
    const made = await database.asSystem((tx) => campaignsOf(tx, organisationId))
    return planned.filter(({ name }) => !made.some((campaign) => campaign.name === name && campaign.sentAt !== null))
  }
  try {
    if ((await missing()).length === 0) return
    await alone(database, LOCK, async () =>
      makeAll(deps, notifySimulator.settings, organisationId, await missing(), tell),
    )
  } finally {
    await database.asSystem(forgetPace)
  }
}

async function makeAll(
  deps: DemoCampaignsDependencies,
  notify: NotifySettings,
  organisationId: string,
  planned: readonly PlannedCampaign[],
  tell: (line: string) => void,
): Promise<void> {
  const { database } = deps
  const maker = await demoPerson(deps, organisationId, MAKER)
  const sender = await demoPerson(deps, organisationId, SENDER)
  // Somebody has taken the demo's people away: then it is theirs by now.
  if (!maker || !sender) return
  const product = productInItsOwnTime(deps, notify)
  const smsTemplateId = await product.campaigns.saveSmsTemplate(organisationId, TEXT)
  for (const campaign of planned) {
    try {
      await make(product, campaign, { database, organisationId, maker, sender, smsTemplateId })
      tell(`${campaign.name}: sent`)
    } catch (error) {
      // Their own, with other households say: no reason not to start.
      if (!(error instanceof Fault)) throw error
      tell(`${campaign.name}: not made. ${error.message}`)
    }
  }
}

/** Any number that nothing else in the database locks: 'doorstep demo' read as digits. */
const LOCK = 36_677_836

/** The product's own modules, on a clock and a queue that the demo moves on. */
function productInItsOwnTime(deps: DemoCampaignsDependencies, notify: NotifySettings) {
  const { database } = deps
  const clock = createToldClock()
  const queue = createDirectQueue(clock)
  const audit = createAuditService({ database, now: clock.now })
  const recipients = createRecipientsService({ database })
  const campaigns = createCampaignsService({
    ...deps,
    queue,
    audit,
    recipients,
    now: clock.now,
  })
  createMessagesService({
    database,
    queue,
    campaigns,
    recipients,
    notify: createNotifyClient(notify),
    callbackToken: undefined,
    // The simulator calls the server back once it has started.
    checkAfterSeconds: [],
    sending: { clock: { now: async () => clock.now(), wait: clock.wait } },
  })
  return { clock, queue, campaigns }
}

interface Circumstances {
  readonly database: Database
  readonly organisationId: string
  readonly maker: Person
  readonly sender: Person
  readonly smsTemplateId: number
}

async function make(
  { clock, queue, campaigns }: ReturnType<typeof productInItsOwnTime>,
  planned: PlannedCampaign,
  { database, organisationId, maker, sender, smsTemplateId }: Circumstances,
): Promise<void> {
  const inOrganisation = <T>(work: Parameters<typeof database.forOrganisation<T>>[1]) =>
    database.forOrganisation(organisationId, work)
  clock.tell(planned.added)
  const made = await inOrganisation((tx) => campaignsOf(tx, organisationId))
  const known = made.find(({ name }) => name === planned.name)
  const work = { campaignId: known?.id ?? (await add()), organisationId }
  // The product queues the work too, but a start that was broken off has taken its queue with it.
  await inOrganisation((tx) => queue.send(tx, PREPARE_CAMPAIGN, work))
  await queue.drain()
  clock.tell(planned.run)
  await campaigns.review(sender, work.campaignId)
  await campaigns.run(sender, work.campaignId)
  await inOrganisation((tx) => queue.send(tx, SEND_CAMPAIGN, work))
  await queue.drain()

  async function add(): Promise<number> {
    const [made] = await campaigns.add(
      maker,
      {
        campaign_request: {
          campaign_name: planned.name,
          benefit_name: 'pension_credit',
          snapshot: planned.snapshot,
          channel_name: 'sms',
          stagger: STAGGER,
          sms_template_id: smsTemplateId,
          template_s3_key: null,
        },
        ...planned.filters,
      },
      undefined,
    )
    if (!made) throw new Error(`The demo's campaign ${planned.name} was not made.`)
    return made.id
  }
}

/** Somebody of the demo, at work. */
async function demoPerson(
  { people }: DemoCampaignsDependencies,
  organisationId: string,
  email: string,
): Promise<Person | undefined> {
  const found = await people.findForSignIn(organisationId, email)
  return (
    found && {
      sessionId: 'the first start',
      userId: found.id,
      email: found.email,
      role: found.role,
      organisationId,
      campaignsEnabled: true,
      actor: { role: found.role, organisationId: found.organisationId },
    }
  )
}
