/** docs/product.md#what-messages-say */
import type { MessageSettings } from '#contract/campaigns/messageSettings'
import type { Database } from '../../../db/database'
import type { Tx } from '../../../db/engine'
import type { Actor, AuditService } from '../../organisations/audit/service'
import * as repo from './repo'
import { nextOpening } from './sendingHours'

/** By default nothing goes out at night or on Sundays. */
const UNSET: MessageSettings = {
  languages: ['en'],
  in_both_languages: false,
  phone: null,
  return_address: null,
  privacy_notice: null,
  send_from: 8,
  send_until: 20,
  send_on_sundays: false,
}

/** What messages say of an organisation. */
export function createMessageSettings({ database, audit }: { database: Database; audit: AuditService }) {
  const settingsIn = async (tx: Tx, organisationId: string): Promise<MessageSettings> =>
    (await repo.findMessageSettings(tx, organisationId)) ?? UNSET

  return {
    /** Null when messages may go out. */
    opensAt: async (tx: Tx, organisationId: string, now: Date): Promise<Date | null> =>
      nextOpening(await settingsIn(tx, organisationId), now),

    messageSettings: (organisationId: string): Promise<MessageSettings> =>
      database.forOrganisation(organisationId, (tx) => settingsIn(tx, organisationId)),

    /** Unless already set. */
    ensureMessageSettings: (organisationId: string, settings: MessageSettings): Promise<void> =>
      database.forOrganisation(organisationId, async (tx) => {
        if (!(await repo.findMessageSettings(tx, organisationId)))
          await repo.saveMessageSettings(tx, organisationId, settings)
      }),

    setMessageSettings: (by: Actor, settings: MessageSettings): Promise<MessageSettings> =>
      database.forOrganisation(by.organisationId, async (tx) => {
        await repo.saveMessageSettings(tx, by.organisationId, settings)
        await audit.recordIn(tx, by, 'message_settings', 'settings')
        return settings
      }),
  }
}
