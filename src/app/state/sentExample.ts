import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { EXAMPLE_HOUSEHOLDS, type ExampleName } from '#contract/campaigns/exampleHouseholds'
import type { MessageSettings } from '#contract/campaigns/messageSettings'
import {
  fillTemplate,
  ORGANISATION_PLACEHOLDERS,
  templateParts,
  type Placeholder,
} from '#contract/campaigns/placeholders'
import { getAllSmsTemplates } from '#contract/campaigns/templates'
import { sentText, type SentText } from '#contract/campaigns/textMessage'
import { BENEFIT_TITLES, type BenefitName } from '#contract/households/benefits'
import { getSupportContact } from '#contract/organisations/support'
import { queryOptions } from '../api/queryOptions'
import { messageSettingsQuery } from './settings'

export type SmsTemplates = z.output<typeof getAllSmsTemplates.reply>

export const smsTemplatesQuery = queryOptions(getAllSmsTemplates)

export const supportContactQuery = queryOptions(getSupportContact)

const dayIn = (locale: string) =>
  new Date().toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/London' })

/** An invented household for the preview, never real data. */
export function makeExampleHousehold(
  organisation: string,
  benefit: BenefitName,
  settings: MessageSettings | undefined,
  example: ExampleName = 'typical',
): Partial<Record<Placeholder, string>> {
  return {
    ...EXAMPLE_HOUSEHOLDS[example],
    organisation,
    benefit: BENEFIT_TITLES[benefit],
    date: dayIn('en-GB'),
    dyddiad: dayIn('cy'),
    // Unset placeholders stay visible.
    ...Object.fromEntries(ORGANISATION_PLACEHOLDERS.map((name) => [name, settings?.[name] ?? `((${name}))`])),
  }
}

/** What GOV.UK Notify would send to an invented household. */
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
