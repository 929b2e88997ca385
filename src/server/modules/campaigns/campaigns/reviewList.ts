/** Has names, numbers and messages, so it is audited. */
import { Readable } from 'node:stream'
import { sentText } from '#contract/campaigns/textMessage'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { conflict } from '../../../http/faults'
import type { Person } from '../../../http/person'
import { BYTE_ORDER_MARK, csvLine, type CsvFile } from '../../../lib/csv'
import { readRecipients, withoutErased } from '../recipients/recipientPages'
import { countListed } from '../recipients/repo'
import { compileTexts, personalisationSchema } from '../recipients/template'
import type { CampaignsDependencies } from './dependencies'
import { createWork } from './jobs'
import { recordFewListed } from './fewListed'
import { requireListShown } from './listShown'
import { requireList, withCampaign } from './moves'
import type { CampaignRow } from './repo'

type ReviewListDependencies = Pick<CampaignsDependencies, 'database' | 'audit' | 'needToKnow' | 'notifyAccounts'>

/**
 * @throws Fault 409 while being prepared, once personal data is cleared, or where it reveals what is hidden from the
 * role
 */
export const createReviewList =
  (deps: ReviewListDependencies) =>
  async (person: Person, id: number): Promise<CsvFile> => {
    const own = await deps.needToKnow.of(person)
    const campaign = await withCampaign(deps.database, person, id, async (tx, found) => {
      requireList(found)
      await requireListShown(tx, own, found)
      if (found.clearedAt !== null)
        throw conflict('The details of the households of this campaign have been cleared.', 'cleared')
      await deps.audit.recordIn(tx, person, 'export', `review list of campaign ${id}`, await countListed(tx, id))
      await recordFewListed(tx, person, id)
      return found
    })
    return { name: `campaign-${id}-review.csv`, stream: Readable.from(writeLines(deps, campaign)) }
  }

async function* writeLines(
  { database, notifyAccounts }: ReviewListDependencies,
  campaign: CampaignRow,
): AsyncGenerator<string> {
  const chooseText = compileTexts(campaign)
  yield BYTE_ORDER_MARK
  yield csvLine([
    'campaign',
    'household_reference',
    'status',
    'reason',
    ...(chooseText ? ['mobile', 'message'] : ['details']),
  ])
  const name = unescapeAngleBrackets(campaign.name)
  const serviceName = await notifyAccounts.serviceName(campaign.organisationId)
  for await (const rows of withoutErased(readRecipients(database, createWork(campaign)))) {
    yield rows
      .map((row) => {
        const values = row.personalisation === null ? undefined : personalisationSchema.parse(row.personalisation)
        const content = chooseText
          ? [row.destination ?? '', values ? sentText(chooseText(values).fill(values), serviceName).text : '']
          : [Object.values(values ?? {}).join(', ')]
        return csvLine([name, row.householdReference, row.state.replaceAll('_', ' '), row.reason ?? '', ...content])
      })
      .join('')
  }
}
