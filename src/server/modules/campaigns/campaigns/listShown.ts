import { filterRequestSchema } from '#contract/households/filters'
import type { Tx } from '../../../db/engine'
import { requireShown, type RoleNeedToKnow } from '../../households/need-to-know/service'
import { lettersSaying } from '../letters/saidByLetters'
import { saysAmount } from '../recipients/template'
import { columnsTold } from './columnsTold'
import { listCampaignSources, type CampaignRow } from './repo'

/** Lists that reveal what is hidden from the role. */
export async function findHiddenLists(
  tx: Tx,
  own: RoleNeedToKnow,
  campaigns: readonly CampaignRow[],
): Promise<ReadonlySet<number>> {
  if (own.hidden.size === 0) return new Set()
  const told = await readColumnsTold(tx, campaigns)
  return new Set(campaigns.flatMap(({ id }) => (told(id).some((column) => own.hidden.has(column)) ? [id] : [])))
}

/** Whether a campaign's list, and so every exact number on it, reveals what is hidden from the role. */
export const isListHidden = async (tx: Tx, own: RoleNeedToKnow, campaign: CampaignRow): Promise<boolean> =>
  (await findHiddenLists(tx, own, [campaign])).has(campaign.id)

/** @throws Fault 409 where the list of a campaign reveals what is hidden from the role */
export async function requireListShown(tx: Tx, own: RoleNeedToKnow, campaign: CampaignRow): Promise<void> {
  if (own.hidden.size === 0) return
  const told = await readColumnsTold(tx, [campaign])
  requireShown(own, told(campaign.id), 'Which households this campaign is for')
}

async function readColumnsTold(tx: Tx, campaigns: readonly CampaignRow[]): Promise<(id: number) => string[]> {
  const sources = await listCampaignSources(
    tx,
    campaigns.map(({ id }) => id),
  )
  const sayingAmount = await lettersSaying(tx, campaigns.flatMap(keysOfLetters), 'amount')
  const told = new Map(
    campaigns.map((campaign) => {
      const source = sources.find(({ id }) => id === campaign.id)
      const listedBy = {
        ...campaign,
        isHeldOut: (source?.heldOut ?? 0) > 0,
        saysAmount:
          saysAmount(campaign.message, campaign.translationMessage) ||
          keysOfLetters(campaign).some((key) => sayingAmount.has(key)),
      }
      return [campaign.id, columnsTold(listedBy, filterRequestSchema.parse(source?.filters))] as const
    }),
  )
  return (id) => told.get(id) ?? []
}

const keysOfLetters = ({ letterTemplateKey, translationLetterKey }: CampaignRow): string[] =>
  [letterTemplateKey, translationLetterKey].flatMap((key) => key ?? [])
