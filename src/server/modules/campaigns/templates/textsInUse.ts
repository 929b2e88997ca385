import type { z } from 'zod'
import type { getAllSmsTemplates } from '#contract/campaigns/templates'
import type { Database } from '../../../db/database'
import type { Person } from '../../../http/person'
import type { OrganisationsService } from '../../organisations/organisations/service'
import type { NotifyAccountsService } from '../notify-accounts/service'
import { abbreviateToSenderId, keepTextVersion, putTextIntoUse, type TextTemplate } from './texts'
import { findTextTemplate, listTextTemplates } from './textsRepo'
import { OPERATOR } from './versions'

export interface TextsInUseDependencies {
  readonly database: Database
  readonly organisations: Pick<OrganisationsService, 'get'>
  readonly notifyAccounts: Pick<NotifyAccountsService, 'serviceName'>
  /** For `((genuine_page))`. */
  readonly genuinePage: (organisationId: string) => Promise<string>
}

export type TextsInUse = ReturnType<typeof createTextsInUse>

/** The texts in use, for campaigns. */
export function createTextsInUse({ database, organisations, notifyAccounts, genuinePage }: TextsInUseDependencies) {
  return {
    async listInUse({
      organisationId,
    }: Pick<Person, 'organisationId'>): Promise<z.output<typeof getAllSmsTemplates.reply>> {
      const { name } = await organisations.get(organisationId)
      const texts = await database.forOrganisation(organisationId, (tx) => listTextTemplates(tx, organisationId))
      return {
        sms_sender_id: abbreviateToSenderId(name),
        sms_service_name: await notifyAccounts.serviceName(organisationId),
        genuine_page: await genuinePage(organisationId),
        sms_template_information: texts.map((row) => ({
          sms_template_id: row.id,
          template: row.template,
          organisation_id: organisationId,
          name: row.name,
          benefit_name: row.benefitName,
          language: row.language,
        })),
      }
    },

    find: (organisationId: string, id: number) =>
      database.forOrganisation(organisationId, (tx) => findTextTemplate(tx, organisationId, id)),

    /** For the operator and the demo. @returns its id for campaigns. @throws Fault 422 */
    save: (organisationId: string, template: TextTemplate): Promise<number> =>
      database.forOrganisation(organisationId, async (tx) =>
        putTextIntoUse(tx, await keepTextVersion(tx, organisationId, template, 'in_use', OPERATOR)),
      ),
  }
}
