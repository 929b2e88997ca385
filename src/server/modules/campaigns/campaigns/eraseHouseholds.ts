/** docs/product.md#erasure */
import type { Tx } from '../../../db/engine'
import type { Queue } from '../../../jobs/queue'
import type { IsErased } from '../../platform/erasure-ledger/service'
import { allBut, keptRequestSchema, referencesInRequest, requestOfHeld } from '../../households/filters/references'
import { eraseContacts, findErasedContacts } from '../../households/contacts/eraseContacts'
import { eraseRecipients, householdsOnLists, newPseudonym } from '../recipients/erasingRepo'
import { hashOfList } from '../recipients/fingerprintRepo'
import { WITHDRAW_LETTERS, createWork } from './jobs'
import { leaveOutHouseholds } from './leaveOut'
import { freezeHouseholds, createListFormat, packHouseholds, readArms, unpackHouseholds } from './frozenList'
import * as repo from './repo'
import type { CampaignsDependencies } from './dependencies'

/** From contacts, lists and recipients. */
export function createCampaignErasure({ queue }: Pick<CampaignsDependencies, 'queue'>) {
  return {
    /** A restore may bring back letters of erased households. */
    async withdrawLetters(tx: Tx, organisationId: string): Promise<void> {
      for (const work of await repo.letterCampaigns(tx, organisationId)) await queue.send(tx, WITHDRAW_LETTERS, work)
    },

    /** @returns phone numbers of contacts and earlier messages */
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

async function eraseFromLists(
  tx: Tx,
  { id, frozen, heldOut, neverDrawn, filters }: Awaited<ReturnType<typeof repo.listHouseholdLists>>[number],
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
  const neverDrawnHouseholds = await rename(neverDrawn)
  const request = keptRequestSchema.parse(filters)
  const isNamed = referencesInRequest(request).some(isErased)
  if (!frozenHouseholds && !heldOutHouseholds && !isNamed) return false
  await repo.changeCampaign(tx, id, {
    ...(frozenHouseholds && { frozenHouseholds }),
    ...(heldOutHouseholds && { heldOutHouseholds }),
    ...(neverDrawnHouseholds && { neverDrawnHouseholds }),
    ...(isNamed && { filters: requestOfHeld(request, allBut(isErased)) }),
  })
  return true
}

async function settleCampaign(queue: Queue, tx: Tx, id: number): Promise<void> {
  const campaign = await repo.lockCampaign(tx, id)
  if (!campaign) return
  if (campaign.channel === 'print_and_post') await queue.send(tx, WITHDRAW_LETTERS, createWork(campaign))
  // Also in a list that went out: with the others' references it would tell whether a guessed one stood there.
  const frozen = await repo.frozenHouseholds(tx, id)
  const recipientsHash =
    frozen === null
      ? await hashOfList(tx, id, createListFormat(campaign))
      : (await freezeHouseholds(await unpackHouseholds(frozen), campaign, await readArms(tx, id))).hash
  await repo.changeCampaign(tx, id, { recipientsHash })
}
