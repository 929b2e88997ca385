/** docs/product.md#whose-turn-it-is. A failure stops nothing. */
import { unescapeAngleBrackets } from '#contract/sanitise'
import type { Config } from '../../../config'
import type { Database } from '../../../db/database'
import type { Queue } from '../../../jobs/queue'
import type { OrganisationsService } from '../../organisations/organisations/service'
import type { PeopleService } from '../../organisations/people/service'
import { TELL_STAFF, type News, type NewsWork } from '../campaigns/jobs'
import { findCampaign, type CampaignRow } from '../campaigns/repo'
import type { NotifyAccountsService } from '../notify-accounts/service'

interface Dependencies {
  readonly database: Database
  readonly queue: Queue
  readonly organisations: Pick<OrganisationsService, 'list'>
  readonly people: Pick<PeopleService, 'get' | 'list'>
  readonly notifyAccounts: Pick<NotifyAccountsService, 'emails'>
  readonly config: Pick<Config, 'publicUrl'>
}

/** Later it is no news. */
const ATTEMPTS = 5
/** Before the next attempt. */
const AGAIN_SECONDS = 5 * 60

/** Registers the job, so it must run before the queue starts. */
export function createNoticesService(deps: Dependencies): void {
  const { database, queue } = deps
  queue.work(TELL_STAFF, async (work) => {
    if ((await tell(deps, work)) || work.attempt + 1 >= ATTEMPTS) return
    await database.forOrganisation(work.organisationId, (tx) =>
      queue.send(tx, TELL_STAFF, { ...work, attempt: work.attempt + 1 }, { afterSeconds: AGAIN_SECONDS }),
    )
  })
}

async function tell(deps: Dependencies, work: NewsWork): Promise<boolean> {
  const emails = await deps.notifyAccounts.emails(work.organisationId)
  if (!emails) return true
  const campaign = await deps.database.forOrganisation(work.organisationId, (tx) => findCampaign(tx, work.campaignId))
  if (!campaign) return true
  const personalisation = await word(deps, work, campaign)
  let isOver = true
  for (const { id, email } of await listAddressees(deps, work, campaign)) {
    const reference = `${work.reference} ${id}`
    if (work.attempt > 0 && (await emails.notify.findByReference(reference)).kind === 'found') continue
    const sent = await emails.notify.sendEmail({ to: email, templateId: emails.templateId, personalisation, reference })
    if (sent.kind === 'tryLater') isOver = false
  }
  return isOver
}

async function listAddressees(
  { people }: Dependencies,
  { news, by }: NewsWork,
  { createdById }: CampaignRow,
): Promise<{ id: string; email: string }[]> {
  if (news === 'waits') return (await people.list(null)).filter(({ id }) => id !== by)
  if (createdById === null || createdById === by) return []
  const author = await people.get(createdById)
  return author && author.removedAt === null ? [author] : []
}

/** Nothing about a household. */
async function word(
  { organisations, config }: Dependencies,
  { news }: NewsWork,
  { id, name, organisationId }: CampaignRow,
): Promise<Record<'what' | 'campaign' | 'link', string>> {
  const organisation = (await organisations.list()).find((one) => one.id === organisationId)?.listedName ?? ''
  return {
    what: news === 'waits' ? `A campaign of ${organisation} waits for your review` : WHAT[news],
    campaign: unescapeAngleBrackets(name),
    // Super administrators may have another organisation in view; their queue leads here.
    link: news === 'waits' ? `${config.publicUrl}/campaigns` : `${config.publicUrl}/campaigns/${id}`,
  }
}

const WHAT: Readonly<Record<Exclude<News, 'waits'>, string>> = {
  reviewed: 'Your campaign was reviewed',
  sent_back: 'Your campaign was sent back to you',
  paused: 'Your campaign was paused',
  sent: 'Your campaign is being sent, or will be from its start',
  complete: 'All messages of your campaign were sent',
}
