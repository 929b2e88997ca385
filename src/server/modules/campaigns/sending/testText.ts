/** docs/product.md#test-messages: only the fact is stored. */
import type { z } from 'zod'
import { TEST_TEXTS_AN_HOUR, type sendTestText } from '#contract/campaigns/testMessages'
import { textForNotify } from '#contract/campaigns/textMessage'
import type { Database } from '../../../db/database'
import { conflict, Fault, invalidInput } from '../../../http/faults'
import type { Person } from '../../../http/person'
import type { AuditService } from '../../organisations/audit/service'
import type { CampaignsService } from '../campaigns/service'
import { ukMobile } from '../../households/contacts/contactRules'
import type { SendingAccount } from './accounts'

interface Dependencies {
  readonly database: Database
  readonly audit: Pick<AuditService, 'recordIn' | 'ofLastHour'>
  readonly campaigns: Pick<CampaignsService, 'exampleText'>
}

/** To the caller's own number. @throws Fault 409, 422, 429 or 503 */
export async function sendTestTextTo(
  { database, audit, campaigns }: Dependencies,
  { notify, serviceName, rateLimiter }: SendingAccount,
  person: Person,
  {
    benefit_name: benefit,
    sms_template_id: templateId,
    translation_id: translationId,
    mobile,
  }: z.output<typeof sendTestText.body>,
): Promise<void> {
  const to = ukMobile(mobile)
  if (to === undefined) throw invalidInput({ mobile: 'Write a UK mobile number, such as 07700 900123.' })
  if (!notify) throw conflict('Texts cannot be sent yet: no GOV.UK Notify key is set that can be used.', 'no_provider')
  const text = await campaigns.exampleText(person.organisationId, benefit, templateId, translationId)
  await database.forOrganisation(person.organisationId, async (tx) => {
    // Before the count: an organisation's entries are written one after another.
    await audit.recordIn(tx, person, 'test_message', `text template ${templateId}`, 1)
    if ((await audit.ofLastHour(tx, person, 'test_message')) > TEST_TEXTS_AN_HOUR) {
      throw new Fault(
        429,
        'too_many_tests',
        `You have sent yourself ${TEST_TEXTS_AN_HOUR} test messages within the hour. Try again later.`,
      )
    }
  })
  if ((await rateLimiter.take('sms', 1)).kind !== 'granted') throw busy()
  const sent = await notify.sendText({ to, message: textForNotify(text, serviceName) })
  if (sent.kind === 'tryLater') throw busy()
  if (sent.kind !== 'accepted') throw conflict(`GOV.UK Notify does not take it: ${sent.words}`, 'test_refused')
}

const busy = () => new Fault(503, 'busy', 'GOV.UK Notify takes no text at the moment. Wait a minute and try again.')
