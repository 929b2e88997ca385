import type { BenefitName } from '#contract/households/benefits'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import { readInPages } from '../../../db/rows'
import { dayStart, type Span } from '../../../db/time'
import type { ContactHistory } from '../../households/contacts/contactHistory'
import * as repo from './contactedRepo'
import { readReachableFacts } from './reachable'
import type { CampaignKey } from './recipientPages'

export const CONTACTED = 'contacted'
export const HELD_OUT = 'held_out'

/** Small, because requests wait for the transaction. */
const REFERENCES_A_PAGE = 5_000

export type CampaignContactHistory = ReturnType<typeof createContactHistory>

/** Needs only the database, so that households can ask it. */
export function createContactHistory(database: Database) {
  const findLastContacts: ContactHistory['findLastContacts'] = async (organisationId, references) => {
    const found = await database.forOrganisation(organisationId, (tx) =>
      repo.lastContacted(tx, organisationId, references),
    )
    return new Map(found.map(({ reference, at }) => [reference, new Date(at * 1000)]))
  }
  const readHousehold: Pick<ContactHistory, 'readFacts' | 'findLastContact' | 'findLastContacts'> = {
    async readFacts(organisationId) {
      return (await readReachableFacts(database, organisationId)).contacted
    },
    findLastContacts,
    findLastContact: async (organisationId, reference) =>
      (await findLastContacts(organisationId, [reference])).get(reference) ?? null,
  }
  return { ...readHousehold, ...createContactedLists(database), ...createContactedFigures(database) }
}

/** Each page in its own transaction. */
function createContactedLists(database: Database) {
  async function* listReferences(
    organisationId: string,
    read: (tx: Tx, after: string) => Promise<{ reference: string }[]>,
  ): AsyncGenerator<string[]> {
    const found = readInPages<{ reference: string }>((last) =>
      database.forOrganisation(organisationId, (tx) => read(tx, last?.reference ?? '')),
    )
    for await (const page of found) yield page.map(({ reference }) => reference)
  }
  const listContactedForBenefit: ContactHistory['listContactedForBenefit'] = (
    organisationId,
    benefit,
    days,
    campaignId,
  ) => {
    const span = { from: dayStart(days.from), until: dayStart(days.to, 1) }
    return listReferences(organisationId, (tx, after) =>
      repo.contactedForBenefit(tx, { organisationId, benefit, span, campaignId }, after, REFERENCES_A_PAGE),
    )
  }
  return {
    listContactedForBenefit,

    listContacted: ({ campaignId, organisationId }: CampaignKey): AsyncGenerator<string[]> =>
      listReferences(organisationId, (tx, after) => repo.contactedAfter(tx, campaignId, after, REFERENCES_A_PAGE)),

    async *listArms({ campaignId, organisationId }: CampaignKey) {
      const found = readInPages<{ reference: string; heldOut: boolean }>((last) =>
        database.forOrganisation(organisationId, (tx) =>
          repo.comparedAfter(tx, campaignId, last?.reference ?? '', REFERENCES_A_PAGE),
        ),
      )
      for await (const page of found) {
        yield page.map(({ reference, heldOut }) => ({ reference, group: heldOut ? HELD_OUT : CONTACTED }))
      }
    },
  }
}

const createContactedFigures = (database: Database) => ({
  countContacted: ({ campaignId, organisationId }: CampaignKey): Promise<number> =>
    database.forOrganisation(organisationId, (tx) => repo.countContacted(tx, campaignId)),

  countArms: ({ campaignId, organisationId }: CampaignKey) =>
    database.forOrganisation(organisationId, (tx) => repo.armSizes(tx, campaignId)),

  /** Compared households held out of a campaign that campaigns for a benefit wrote to. @param days London, inclusive */
  countHeldOutWrittenTo: (
    { campaignId, organisationId }: CampaignKey,
    benefit: BenefitName,
    days: { readonly from: string; readonly to: string },
  ): Promise<number> =>
    database.forOrganisation(organisationId, (tx) =>
      repo.countHeldOutWrittenTo(
        tx,
        { campaignId, organisationId, benefit },
        {
          from: dayStart(days.from),
          until: dayStart(days.to, 1),
        },
      ),
    ),

  /** Recipients by campaign; households of all campaigns, by month (yyyy-mm), by benefit and in all. */
  async countContactedIn(tx: Tx, organisationId: string, campaignIds: readonly number[], span: Span) {
    return {
      byCampaign: await repo.contactedByCampaign(tx, campaignIds, span),
      households: await repo.contactedHouseholdsIn(tx, organisationId, span),
    }
  },
})
