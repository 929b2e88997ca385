import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { notFound } from '../../../http/faults'
import type { Person } from '../../../http/person'
import * as repo from './repo'

/** The same for another organisation's campaign, so that ids reveal nothing. */
export const campaignNotFound = () => notFound('Campaign not found')

type CampaignTask<T> = (tx: Tx, campaign: repo.CampaignRow) => Promise<T>

/** Reads a campaign of the organisation in view. @throws Fault 404 */
export const withCampaign = <T>(database: Database, person: Person, id: number, task: CampaignTask<T>): Promise<T> =>
  runTask(database, person, task, (tx) => repo.findCampaign(tx, id))

/**
 * A move is one transaction: lock the campaign, ask states.ts, update, queue jobs, audit. A second caller waits, then
 * finds it done (docs/product.md#campaign-statuses).
 * @throws Fault 404
 */
export const withLockedCampaign = <T>(
  database: Database,
  person: Person,
  id: number,
  task: CampaignTask<T>,
): Promise<T> => runTask(database, person, task, (tx) => repo.lockCampaign(tx, id))

const runTask = <T>(
  database: Database,
  person: Person,
  task: CampaignTask<T>,
  read: (tx: Tx) => Promise<repo.CampaignRow | undefined>,
): Promise<T> =>
  database.forOrganisation(person.organisationId, async (tx) => {
    const campaign = await read(tx)
    if (!campaign) throw campaignNotFound()
    return task(tx, campaign)
  })
