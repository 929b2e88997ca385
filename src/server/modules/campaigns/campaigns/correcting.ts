import type { Tx } from '../../../db/engine'
import type { ChangedFields } from '../../households/contacts/corrections'
import { remakeText } from '../recipients/remakeText'
import { lockGoneSince, waitingAmong } from '../recipients/removingRepo'
import { compileTexts } from '../recipients/template'
import type { CampaignsDependencies } from './dependencies'
import { leaveOutHouseholds } from './leaveOut'

/** Rewrites waiting texts. @returns how many messages will not be sent */
export type CorrectLists = (tx: Tx, reference: string, changed: ChangedFields) => Promise<number>

const LETTER_MADE = 'Its name or address was corrected after its letter was made.'

/** Call outside a transaction. */
export const createCorrectLists =
  ({ queue, notifyAccounts }: Pick<CampaignsDependencies, 'queue' | 'notifyAccounts'>) =>
  async (organisationId: string): Promise<CorrectLists> => {
    const serviceName = await notifyAccounts.serviceName(organisationId)
    return (tx, reference, changed) => {
      const isOfLetters = changed.some((name) => name !== 'mobile')
      return leaveOutHouseholds(queue, tx, organisationId, [reference], async (campaign) => {
        const chooseText = compileTexts(campaign)
        if (chooseText === null) {
          return isOfLetters ? waitingAmong(tx, campaign.id, { references: [reference], why: LETTER_MADE }) : new Map()
        }
        const unmade = await remakeText(tx, campaign, reference, { chooseText, serviceName })
        return new Map([...unmade, ...(await lockGoneSince(tx, campaign, 'waiting', [reference]))])
      })
    }
  }
