import { useQuery } from '@tanstack/react-query'
import type { BenefitName } from '#contract/households/benefits'
import { fillTemplate, templateParts } from '#contract/campaigns/placeholders'
import { sentText, type SentText } from '#contract/campaigns/textMessage'
import { makeExampleHousehold } from './preview/exampleHousehold'
import { smsTemplatesQuery, supportContactQuery } from './queries'
import { messageSettingsQuery } from '../../../state/campaignSettings'

/** What GOV.UK Notify would send to an invented household; a text for every benefit is shown for Pension Credit. */
export function useSentExample(): (text: string, benefit: BenefitName | null) => SentText {
  const { data: texts } = useQuery(smsTemplatesQuery)
  const { data: settings } = useQuery(messageSettingsQuery)
  const { data: support } = useQuery(supportContactQuery)
  const organisation = support?.organisation_name ?? texts?.sms_sender_id ?? ''
  return (text, benefit) => {
    const household = makeExampleHousehold(organisation, benefit ?? 'pension_credit', settings)
    const values = { ...household, genuine_page: texts?.genuine_page ?? '' }
    return sentText(fillTemplate(templateParts(text), values), texts?.sms_service_name)
  }
}
