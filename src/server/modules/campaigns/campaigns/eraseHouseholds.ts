/** Erased households leave campaigns: docs/product.md#erasure. */
import type { Tx } from '../../../db/engine'
import type { Queue } from '../../../jobs/queue'
import { namesOne, withoutErased, type IsErased } from '../../platform/erasure-ledger/service'
import { eraseContacts, findErasedContacts } from '../../households/contacts/eraseContacts'
import { eraseRecipients, householdsOnLists, newPseudonym } from '../recipients/erasingRepo'
import { hashOfList } from '../recipients/repo'
import { WITHDRAW_LETTERS, createWork } from './jobs'
import { leaveOutHouseholds } from './leaveOut'
import { freezeHouseholds, createListFormat, packHouseholds, unpackHouseholds } from './frozenList'
import * as repo from './repo'
import type { CampaignsDependencies } from './dependencies'

/** Erases households from contacts, lists and recipients. */
export function createCampaignErasure({ queue }: Pick<CampaignsDependencies, 'queue'>) {
  return {
    /** A restore may bring back letters of households that the lists know as erased. */
    async withdrawLetters(tx: Tx, organisationId: string): Promise<void> {
      for (const work of await repo.letterCampaigns(tx, organisationId)) await queue.send(tx, WITHDRAW_LETTERS, work)
    },

    /** @returns phone numbers of their contacts and of earlier messages */
    async erase(tx: Tx, organisationId: string, isErased: IsErased): Promise<string[]> {
      const onLists = await householdsOnLists(tx, organisationId)
      const references = [
        ...new Set([
          ...(await findErasedContacts(tx, organisationId, isErased)),
          ...onLists.map(({ reference }) => reference).filter(isErased),
        ]),
      ]
      const numbers = await eraseContacts(tx, organisationId, references)
      await leaveOutHouseholds(queue, tx, organisationId, references)
      const pseudonyms = new Map<string, string>()
      const erased = await eraseRecipients(tx, organisationId, references)
      for (const { campaignId, was, pseudonym, destination } of erased) {
        pseudonyms.set(`${campaignId} ${was}`, pseudonym)
        if (destination !== null) numbers.push(destination)
      }
      const concerned = new Set([...pseudonyms.keys()].map((key) => Number.parseInt(key, 10)))
      for (const lists of await repo.listHouseholdLists(tx, organisationId)) {
        const isChanged = await eraseFromLists(tx, lists, pseudonyms, isErased)
        if (isChanged || concerned.has(lists.id)) await settleCampaign(queue, tx, lists.id)
      }
      return numbers
    },
  }
}

/** @returns whether a list or filter had any of them */
async function eraseFromLists(
  tx: Tx,
  { id, frozen, heldOut, filters }: Awaited<ReturnType<typeof repo.listHouseholdLists>>[number],
  pseudonyms: Map<string, string>,
  isErased: IsErased,
): Promise<boolean> {
  const rename = async (list: Uint8Array | null) => {
    const references = list === null ? [] : await unpackHouseholds(list)
    if (!references.some(isErased)) return undefined
    return packHouseholds(
      references.map((reference) => {
        if (!isErased(reference)) return reference
        const key = `${id} ${reference}`
        const pseudonym = pseudonyms.get(key) ?? newPseudonym()
        pseudonyms.set(key, pseudonym)
        return pseudonym
      }),
    )
  }
  const frozenHouseholds = await rename(frozen)
  const heldOutHouseholds = await rename(heldOut)
  const isNamed = namesOne(filters, isErased)
  if (!frozenHouseholds && !heldOutHouseholds && !isNamed) return false
  await repo.changeCampaign(tx, id, {
    ...(frozenHouseholds && { frozenHouseholds }),
    ...(heldOutHouseholds && { heldOutHouseholds }),
    ...(isNamed && { filters: withoutErased(filters, isErased) }),
  })
  return true
}

/** Brings letters and fingerprint of a campaign in line with its lists. */
async function settleCampaign(queue: Queue, tx: Tx, id: number): Promise<void> {
  const campaign = await repo.lockCampaign(tx, id)
  if (!campaign) return
  if (campaign.channel === 'print_and_post') await queue.send(tx, WITHDRAW_LETTERS, createWork(campaign))
  if (campaign.runAt !== null) return
  const seed = campaign.holdOutSeed
  const frozen = await repo.frozenHouseholds(tx, id)
  const heldOut = await repo.heldOutHouseholds(tx, id)
  const recipientsHash =
    frozen === null
      ? await hashOfList(tx, id, createListFormat(seed))
      : (
          await freezeHouseholds(await unpackHouseholds(frozen), {
            heldOut: new Set(heldOut === null ? [] : await unpackHouseholds(heldOut)),
            seed,
          })
        ).hash
  await repo.changeCampaign(tx, id, { recipientsHash })
}
