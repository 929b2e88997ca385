/** The product makes the demo's campaigns on a simulated clock, before the queue starts. Idempotent. */
import type { NotifySettings } from '../../clients/notify'
import { createNotifyClient } from '../../clients/notifyClient'
import { withAdvisoryLock } from '../../db/advisoryLock'
import type { Database } from '../../db/database'
import { Fault } from '../../http/faults'
import { createDirectQueue, type QueueClock } from '../../jobs/directQueue'
import type { CampaignsDependencies } from '../../modules/campaigns/campaigns/dependencies'
import { listCampaigns } from '../../modules/campaigns/campaigns/repo'
import { createCampaignsService } from '../../modules/campaigns/campaigns/service'
import { PREPARE_CAMPAIGN, SEND_CAMPAIGN } from '../../modules/campaigns/campaigns/jobs'
import { TELL_STAFF } from '../../modules/campaigns/campaigns/jobs'
import { createSendingService, resetAllowance, type SendingDependencies } from '../../modules/campaigns/sending/service'
import type { TextsInUse } from '../../modules/campaigns/templates/textsInUse'
import type { NotifyAccountsService } from '../../modules/campaigns/notify-accounts/service'
import type { PeopleService } from '../../modules/organisations/people/service'
import type { RepliesService } from '../../modules/campaigns/replies/service'
import type { Person } from '../../http/person'
import { BUDGET, HOLD_OUT_SEED, PLANNED_CAMPAIGNS, STAGGER, TEXTS, type DemoCampaign } from './planned'
import { receiveDemoTexts } from './receiveDemoTexts'

export type DemoCampaignsDependencies = Pick<
  CampaignsDependencies,
  | 'needToKnow'
  | 'audit'
  | 'contactHistory'
  | 'database'
  | 'idempotency'
  | 'snapshots'
  | 'files'
  | 'filters'
  | 'filterTemplates'
  | 'organisations'
> & {
  readonly templates: { readonly texts: Pick<TextsInUse, 'find' | 'save'> }
  readonly people: Pick<PeopleService, 'admission'>
  readonly notifyAccounts: CampaignsDependencies['notifyAccounts'] & Pick<NotifyAccountsService, 'setBudget'>
  readonly letters: { readonly ofCampaigns: CampaignsDependencies['letters'] & SendingDependencies['letters'] }
  readonly genuineLetters: {
    readonly address: CampaignsDependencies['genuinePage']
    readonly looks: CampaignsDependencies['letterLooks']
  }
  readonly contacts: CampaignsDependencies['contacts'] & SendingDependencies['contacts']
  readonly replies: { readonly texts: Pick<RepliesService['texts'], 'receive'> }
  readonly notifySimulator: { readonly settings: NotifySettings } | undefined
  readonly config: { readonly demoData: boolean }
}

const COUNCIL = 'northmere'
const MAKER = 'admin@northmere.example'
const SENDER = 'super@doorstep.example'

/**
 * Call before the queue starts; does nothing without the demo.
 * @param log receives progress
 * @param planned for tests
 */
export async function ensureDemoCampaigns(
  deps: DemoCampaignsDependencies,
  log: (line: string) => void = () => {},
  planned: readonly DemoCampaign[] = PLANNED_CAMPAIGNS,
): Promise<void> {
  const { database, organisations, notifySimulator, config } = deps
  if (!config.demoData || !notifySimulator) return
  const council = await organisations.findBySlug(COUNCIL)
  if (!council?.isDemo) return
  const organisationId = council.id
  const missing = async () => {
    const made = await database.asSystem((tx) => listCampaigns(tx, organisationId))
    return planned.filter(({ name }) => !made.some((campaign) => campaign.name === name && campaign.sentAt !== null))
  }
  try {
    if ((await missing()).length === 0) return
    await withAdvisoryLock(database, 'demo', async () =>
      makeAll(deps, notifySimulator.settings, organisationId, await missing(), log),
    )
  } finally {
    await database.asSystem(resetAllowance)
  }
}

async function makeAll(
  deps: DemoCampaignsDependencies,
  notify: NotifySettings,
  organisationId: string,
  planned: readonly DemoCampaign[],
  log: (line: string) => void,
): Promise<void> {
  const { database } = deps
  const maker = await demoPerson(deps, organisationId, MAKER)
  const sender = await demoPerson(deps, organisationId, SENDER)
  // The demo's people were removed: the council is real.
  if (!maker || !sender) return
  const made = await database.asSystem((tx) => listCampaigns(tx, organisationId))
  // Later the budget is the administrators'.
  if (made.length === 0) await deps.notifyAccounts.setBudget(maker, BUDGET)
  const product = productOnManualClock(deps, notify)
  for (const campaign of planned) {
    try {
      const smsTemplateId = await deps.templates.texts.save(organisationId, TEXTS[campaign.benefit])
      await make(product, campaign, { database, organisationId, maker, sender, smsTemplateId })
      log(`${campaign.name}: sent`)
    } catch (error) {
      // Changed households must not stop the start.
      if (!(error instanceof Fault)) throw error
      log(`${campaign.name}: not made. ${error.message}`)
    }
  }
  await receiveDemoTexts(deps.replies.texts, organisationId)
}

/** Waits return at once, so that campaigns date from their months. */
function createManualClock(): QueueClock & { readonly set: (time: Date) => void } {
  let now = 0
  return {
    set: (time) => {
      now = time.getTime()
    },
    now: () => new Date(now),
    wait: async (milliseconds) => {
      now += milliseconds
    },
  }
}

function productOnManualClock(deps: DemoCampaignsDependencies, notify: NotifySettings) {
  const { database } = deps
  const clock = createManualClock()
  const queue = createDirectQueue(clock)
  const audit = deps.audit.at(clock.now)
  const campaigns = createCampaignsService({
    ...deps,
    // Later months did not exist then.
    snapshots: { ...deps.snapshots, latest: (id) => deps.snapshots.at(id, firstOfMonth(clock.now())) },
    queue,
    audit,
    texts: deps.templates.texts,
    letters: deps.letters.ofCampaigns,
    genuinePage: deps.genuineLetters.address,
    letterLooks: deps.genuineLetters.looks,
    now: clock.now,
    seedHoldOut: () => HOLD_OUT_SEED,
  })
  createSendingService({
    database,
    queue,
    audit,
    campaigns,
    contacts: deps.contacts,
    letters: deps.letters.ofCampaigns,
    // Only the simulator sends the demo's campaigns, whatever account the council has since.
    accounts: { account: async () => undefined, organisationOfToken: async () => undefined },
    notify: createNotifyClient(notify),
    callbackToken: undefined,
    checkAfterSeconds: [],
    sender: { clock: { now: async () => clock.now(), wait: clock.wait } },
  })
  queue.work(TELL_STAFF, async () => {})
  return { clock, queue, campaigns }
}

const firstOfMonth = (time: Date) => `${time.toISOString().slice(0, 7)}-01`

interface DemoContext {
  readonly database: Database
  readonly organisationId: string
  readonly maker: Person
  readonly sender: Person
  readonly smsTemplateId: number
}

async function make(
  { clock, queue, campaigns }: ReturnType<typeof productOnManualClock>,
  planned: DemoCampaign,
  { database, organisationId, maker, sender, smsTemplateId }: DemoContext,
): Promise<void> {
  const inOrganisation = <T>(work: Parameters<typeof database.forOrganisation<T>>[1]) =>
    database.forOrganisation(organisationId, work)
  const made = await inOrganisation((tx) => listCampaigns(tx, organisationId))
  const known = made.find(({ name }) => name === planned.name)
  const { after } = planned
  const released = made.find(({ name }) => name === after?.released)
  if (after && released) {
    clock.set(after.on)
    await campaigns.lifecycle.releaseHoldOut(maker, released.id)
  }
  clock.set(planned.added)
  const work = { campaignId: known?.id ?? (await add()), organisationId }
  await inOrganisation((tx) => queue.send(tx, PREPARE_CAMPAIGN, work))
  await queue.drain()
  clock.set(planned.run)
  await campaigns.lifecycle.review(sender, work.campaignId)
  await campaigns.lifecycle.run(sender, work.campaignId)
  await inOrganisation((tx) => queue.send(tx, SEND_CAMPAIGN, work))
  await queue.drain()

  async function add(): Promise<number> {
    const [made] = await campaigns.add(
      maker,
      {
        campaign_request: {
          campaign_name: planned.name,
          benefit_name: planned.benefit,
          snapshot: planned.snapshot,
          channel_name: 'sms',
          stagger: STAGGER,
          hold_out_percentage: planned.holdOut,
          hold_out_months: 6,
          lawful_basis: 'social_security_7b',
          sms_template_id: smsTemplateId,
          template_s3_key: null,
        },
        ...planned.filters,
      },
      crypto.randomUUID(),
    )
    if (!made) throw new Error(`The demo's campaign ${planned.name} was not made.`)
    return made.id
  }
}

async function demoPerson(
  { people }: DemoCampaignsDependencies,
  organisationId: string,
  email: string,
): Promise<Person | undefined> {
  const found = await people.admission.findForSignIn(organisationId, email)
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
