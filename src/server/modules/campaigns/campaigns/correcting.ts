import type { Tx } from '../../../db/engine'
import type { ChangedFields } from '../../households/contacts/corrections'
import { compileTexts } from '../recipients/template'
import type { Lifecycle } from './lifecycle'
import type { CampaignsDependencies } from './service'

/** Rewrites waiting texts. @returns how many messages will not be sent */
export type Correcting = (tx: Tx, reference: string, changed: ChangedFields) => Promise<number>

const LETTER_MADE = 'Its name or address was corrected after its letter was made.'

/** Corrects the lists of campaigns. */
export function createCorrecting({
  recipients,
  notifyAccounts,
  leaveOut,
}: Pick<CampaignsDependencies, 'recipients' | 'notifyAccounts'> & Pick<Lifecycle, 'leaveOut'>) {
  return {
    async correcting(organisationId: string): Promise<Correcting> {
      const serviceName = await notifyAccounts?.serviceName(organisationId)
      return (tx, reference, changed) => {
        const isOfLetters = changed.some((name) => name !== 'mobile')
        return leaveOut(tx, organisationId, [reference], async (campaign) => {
          const textOf = compileTexts(campaign)
          if (textOf === null) {
            return isOfLetters
              ? recipients.waitingAmong(tx, campaign.id, { references: [reference], why: LETTER_MADE })
              : new Map()
          }
          const unmade = await recipients.remakeText(tx, campaign, reference, { textOf, serviceName })
          return new Map([...unmade, ...(await recipients.goneSince(tx, campaign, 'waiting', [reference]))])
        })
      }
    },
  }
}
