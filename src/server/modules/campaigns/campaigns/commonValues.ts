import { BENEFIT_TITLES, type BenefitName } from '#contract/households/benefits'
import { ORGANISATION_PLACEHOLDERS, type Placeholder } from '#contract/campaigns/placeholders'
import { invalidInput } from '../../../http/faults'
import type { PlaceholderValues } from '../recipients/template'
import type { CampaignsDependencies } from './dependencies'

type Dependencies = Pick<CampaignsDependencies, 'organisations' | 'notifyAccounts' | 'genuinePage'> & {
  readonly now: () => Date
}

/** Shared by every household; the date is the day of preparation. */
export async function commonValues(
  { organisations, notifyAccounts, genuinePage, now }: Dependencies,
  { organisationId, benefitName }: { readonly organisationId: string; readonly benefitName: BenefitName },
): Promise<Partial<PlaceholderValues>> {
  const { name } = await organisations.get(organisationId)
  const settings = await notifyAccounts.messageSettings(organisationId)
  return {
    organisation: name,
    benefit: BENEFIT_TITLES[benefitName],
    phone: settings.phone ?? '',
    return_address: settings.return_address ?? '',
    privacy_notice: settings.privacy_notice ?? '',
    genuine_page: await genuinePage(organisationId),
    date: dayIn('en-GB', now()),
    dyddiad: dayIn('cy', now()),
  }
}

const dayIn = (locale: string, day: Date) =>
  day.toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/London' })

const WORDS: Readonly<Record<(typeof ORGANISATION_PLACEHOLDERS)[number], string>> = {
  phone: 'telephone number',
  return_address: 'return address',
  privacy_notice: 'privacy notice',
}

/** @throws Fault 422 when a template needs what the organisation has not set */
export function requireSettings(field: string, used: readonly Placeholder[], values: Partial<PlaceholderValues>): void {
  const missing = ORGANISATION_PLACEHOLDERS.filter((name) => used.includes(name) && !values[name])
  if (missing.length === 0) return
  const words = missing.map((name) => WORDS[name]).join(' and ')
  throw invalidInput({
    [field]: `This template needs your organisation’s ${words}. An administrator sets it in Settings, under Messages.`,
  })
}
