import type { Tx } from '../../../db/engine'
import type { Person } from '../../../http/person'
import { FEW_HOUSEHOLDS, isFewHouseholds, recordLooks } from '../../households/need-to-know/looks'
import { firstListed } from '../recipients/repo'

/** To be given a list of few households is a look at each. In the transaction that gives it. */
export async function recordFewListed(tx: Tx, person: Person, campaignId: number): Promise<void> {
  const references = await firstListed(tx, campaignId, FEW_HOUSEHOLDS)
  if (isFewHouseholds(references.length)) await recordLooks(tx, person, `campaign ${campaignId}`, references)
}
