/** The templates that a new campaign sends: docs/product.md#campaign-preview. */
import type { z } from 'zod'
import type { addCampaign } from '#contract/campaigns/campaigns'
import { inBothLanguages, type Language } from '#contract/campaigns/languages'
import { isWebAlone } from '#contract/campaigns/plainEnglish'
import { invalidInput } from '../../../http/faults'
import { compileTemplate, type PlaceholderValues } from '../recipients/template'
import { requireSettings } from './commonValues'
import type { CampaignsDependencies } from './dependencies'
import type { NewCampaign } from './repo'
import { checkText } from '../templates/texts'

export type MessageDependencies = Pick<CampaignsDependencies, 'texts' | 'letters'>

type CampaignRequest = z.output<typeof addCampaign.body>['campaign_request']
type CommonValues = Partial<PlaceholderValues>
type TextTemplate = Parameters<typeof inBothLanguages>[0]

interface ChosenLetter {
  readonly key: string
  readonly isWebAlone: boolean
  readonly language: Language | null
}

type MessageColumns = Pick<
  NewCampaign,
  | 'smsTemplateId'
  | 'message'
  | 'letterTemplateKey'
  | 'translationLanguage'
  | 'translationMessage'
  | 'translationLetterKey'
>

interface ChosenMessages {
  readonly columns: MessageColumns
  /** Whether a message names a web address as the only way to answer. */
  readonly isWebAlone: boolean
}

/** @throws Fault 422 where a template is not offered, or needs what the organisation has not set */
export async function chooseMessages(
  deps: MessageDependencies,
  organisationId: string,
  wanted: CampaignRequest,
  common: CommonValues,
): Promise<ChosenMessages> {
  if (wanted.channel_name === 'sms') {
    const text = await chooseText(deps, organisationId, wanted.sms_template_id, common)
    const {
      message = text.template,
      isOtherWebAlone = false,
      ...translation
    } = await translateText(deps, organisationId, wanted.translation, common, text)
    return {
      columns: { smsTemplateId: wanted.sms_template_id, message, letterTemplateKey: null, ...translation },
      isWebAlone: isOtherWebAlone || isWebAlone(message),
    }
  }
  const letter = await chooseLetter(deps, organisationId, wanted.template_s3_key, common)
  const other = await translateLetter(deps, organisationId, wanted.translation, common, letter)
  return {
    columns: {
      smsTemplateId: null,
      message: null,
      letterTemplateKey: letter.key,
      ...(other && { translationLanguage: other.language, translationLetterKey: other.key }),
    },
    isWebAlone: letter.isWebAlone || other?.isWebAlone === true,
  }
}

/** @param field name in the request. @throws Fault 422 */
export async function chooseText(
  { texts }: MessageDependencies,
  organisationId: string,
  id: number | null,
  common: CommonValues,
  field = 'campaign_request.sms_template_id',
) {
  const found = id === null ? undefined : await texts.find(organisationId, id)
  if (!found) throw invalidInput({ [field]: 'Please choose a template' })
  const { placeholders } = compileTemplate(found.template)
  requireSettings(field, placeholders, common)
  return found
}

/** Joins two templates. @throws Fault 422 where the text would be too long, or both are in one language */
export function joinTexts(first: TextTemplate, other: TextTemplate, field: string): string {
  requireOtherLanguage(first.language, other.language, field)
  return checkText(inBothLanguages(first, other), field)
}

async function chooseLetter(
  { letters }: MessageDependencies,
  organisationId: string,
  key: string | null,
  common: CommonValues,
  field = 'campaign_request.template_s3_key',
): Promise<ChosenLetter> {
  const found = key === null ? undefined : await letters?.find(organisationId, key)
  if (key === null || !found?.isOffered) throw invalidInput({ [field]: 'Please choose a template' })
  requireSettings(field, found.placeholders, common)
  return { key, isWebAlone: found.isWebAlone, language: found.language }
}

const TRANSLATION = 'campaign_request.translation'

/** `message` is both texts where everybody gets both. */
async function translateText(
  deps: MessageDependencies,
  organisationId: string,
  wanted: CampaignRequest['translation'],
  common: CommonValues,
  first: TextTemplate,
): Promise<
  Pick<NewCampaign, 'translationLanguage' | 'translationMessage'> & { message?: string; isOtherWebAlone?: boolean }
> {
  if (!wanted) return {}
  const other = await chooseText(deps, organisationId, wanted.sms_template_id, common, TRANSLATION)
  requireOtherLanguage(first.language, other.language, TRANSLATION)
  return {
    translationLanguage: other.language,
    ...(wanted.translated_for === 'everybody'
      ? { message: joinTexts(first, other, TRANSLATION) }
      : { translationMessage: other.template, isOtherWebAlone: isWebAlone(other.template) }),
  }
}

async function translateLetter(
  deps: MessageDependencies,
  organisationId: string,
  wanted: CampaignRequest['translation'],
  common: CommonValues,
  first: ChosenLetter,
): Promise<ChosenLetter | undefined> {
  if (!wanted) return undefined
  if (wanted.translated_for === 'everybody') {
    throw invalidInput({ [TRANSLATION]: 'A letter in both languages is one Word document: choose it as the letter.' })
  }
  const other = await chooseLetter(deps, organisationId, wanted.template_s3_key, common, TRANSLATION)
  requireOtherLanguage(first.language, other.language, TRANSLATION)
  return other
}

function requireOtherLanguage(first: Language | null, other: Language | null, field: string): void {
  if (other === null || other === first) throw invalidInput({ [field]: 'Choose a template in another language.' })
}
