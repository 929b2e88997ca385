/** docs/product.md#campaign-preview */
import type { z } from 'zod'
import type { addCampaign } from '#contract/campaigns/campaigns'
import { CAMPAIGN_TYPES } from '#contract/campaigns/campaignWords'
import { inBothLanguages } from '#contract/campaigns/languages'
import type { Language } from '#contract/households/languages'
import { findNamedBenefits, type NamedBenefit } from '#contract/campaigns/namedBenefits'
import { isWebAlone } from '#contract/campaigns/plainEnglish'
import { isForCampaign } from '#contract/campaigns/templates'
import type { BenefitName } from '#contract/households/benefits'
import { Fault, invalidInput } from '../../../http/faults'
import { compileTemplate, saysAmount, type CompiledTemplate, type PlaceholderValues } from '../recipients/template'
import { requireSettings } from './commonValues'
import type { CampaignsDependencies } from './dependencies'
import type { NewCampaign } from './repo'
import { checkText } from '../templates/texts'

export type MessageDependencies = Pick<CampaignsDependencies, 'texts' | 'letters'>

type CampaignRequest = z.output<typeof addCampaign.body>['campaign_request']

interface ChosenFor {
  readonly organisationId: string
  readonly userId: string
  readonly benefitName: BenefitName
  readonly common: Partial<PlaceholderValues>
}
type TextTemplate = Parameters<typeof inBothLanguages>[0]

interface ChosenLetter extends Pick<CompiledTemplate, 'placeholders'> {
  readonly key: string
  readonly isWebAlone: boolean
  readonly namedBenefits: readonly NamedBenefit[]
  readonly language: Language | null
}

type MessageColumns = Pick<
  NewCampaign,
  | 'smsTemplateId'
  | 'message'
  | 'letterTemplateKey'
  | 'translationLanguage'
  | 'translationMessage'
  | 'translationSmsTemplateId'
  | 'translationLetterKey'
>

interface ChosenMessages {
  readonly columns: MessageColumns
  readonly isWebAlone: boolean
  readonly namedBenefits: readonly (readonly NamedBenefit[])[]
  /** Whether one has `((amount))`. */
  readonly saysAmount: boolean
}

/** @throws Fault 422 where a template is not offered, is of another type, or needs what the organisation has not set */
export async function chooseMessages(
  deps: MessageDependencies,
  chosenFor: ChosenFor,
  wanted: CampaignRequest,
): Promise<ChosenMessages> {
  if (wanted.channel_name === 'sms') {
    const text = await chooseText(deps, chosenFor, wanted.sms_template_id)
    const {
      message = text.template,
      isOtherWebAlone = false,
      otherText,
      ...translation
    } = await translateText(deps, chosenFor, wanted.translation, text)
    return {
      columns: { smsTemplateId: wanted.sms_template_id, message, letterTemplateKey: null, ...translation },
      isWebAlone: isOtherWebAlone || isWebAlone(message),
      namedBenefits: [text.template, ...(otherText === undefined ? [] : [otherText])].map(findNamedBenefits),
      saysAmount: saysAmount(text.template, otherText),
    }
  }
  const letter = await chooseLetter(deps, chosenFor, wanted.template_s3_key)
  const other = await translateLetter(deps, chosenFor, wanted.translation, letter)
  return {
    columns: {
      smsTemplateId: null,
      message: null,
      letterTemplateKey: letter.key,
      ...(other && { translationLanguage: other.language, translationLetterKey: other.key }),
    },
    isWebAlone: letter.isWebAlone || other?.isWebAlone === true,
    namedBenefits: [letter, ...(other ? [other] : [])].map(({ namedBenefits }) => namedBenefits),
    saysAmount: [letter, other].some((one) => one?.placeholders.includes('amount')),
  }
}

/** @param field name in the request. @throws Fault 422 */
export async function chooseText(
  { texts }: MessageDependencies,
  { organisationId, benefitName, common }: Omit<ChosenFor, 'userId'>,
  id: number | null,
  field = 'campaign_request.sms_template_id',
) {
  const found = id === null ? undefined : await texts.find(organisationId, id)
  if (!found) throw invalidInput({ [field]: 'Please choose a template' })
  requireType('text', found.benefitName, benefitName)
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
  { organisationId, userId, benefitName, common }: ChosenFor,
  key: string | null,
  field = 'campaign_request.template_s3_key',
): Promise<ChosenLetter> {
  const found = key === null ? undefined : await letters.find(organisationId, key)
  if (key === null || !found?.isOfferedTo(userId)) throw invalidInput({ [field]: 'Please choose a template' })
  requireType('letter', found.benefitName, benefitName)
  requireSettings(field, found.placeholders, common)
  const { isWebAlone, namedBenefits, language, placeholders } = found
  return { key, isWebAlone, namedBenefits, language, placeholders }
}

const TRANSLATION = 'campaign_request.translation'

/** `message` is both texts where everybody gets both. */
async function translateText(
  deps: MessageDependencies,
  chosenFor: ChosenFor,
  wanted: CampaignRequest['translation'],
  first: TextTemplate,
): Promise<
  Pick<NewCampaign, 'translationLanguage' | 'translationMessage' | 'translationSmsTemplateId'> & {
    message?: string
    isOtherWebAlone?: boolean
    otherText?: string
  }
> {
  if (!wanted) return {}
  const other = await chooseText(deps, chosenFor, wanted.sms_template_id, TRANSLATION)
  requireOtherLanguage(first.language, other.language, TRANSLATION)
  return {
    translationLanguage: other.language,
    translationSmsTemplateId: wanted.sms_template_id,
    otherText: other.template,
    ...(wanted.translated_for === 'everybody'
      ? { message: joinTexts(first, other, TRANSLATION) }
      : { translationMessage: other.template, isOtherWebAlone: isWebAlone(other.template) }),
  }
}

async function translateLetter(
  deps: MessageDependencies,
  chosenFor: ChosenFor,
  wanted: CampaignRequest['translation'],
  first: ChosenLetter,
): Promise<ChosenLetter | undefined> {
  if (!wanted) return undefined
  if (wanted.translated_for === 'everybody') {
    throw invalidInput({ [TRANSLATION]: 'A letter in both languages is one Word document: choose it as the letter.' })
  }
  const other = await chooseLetter(deps, chosenFor, wanted.template_s3_key, TRANSLATION)
  requireOtherLanguage(first.language, other.language, TRANSLATION)
  return other
}

function requireType(what: 'text' | 'letter', type: BenefitName | null, campaign: BenefitName): void {
  if (type === null || isForCampaign(type, campaign)) return
  throw new Fault(
    422,
    'template_of_other_type',
    `This ${what} is for campaigns of the type ${CAMPAIGN_TYPES[type]}, and this one is ${CAMPAIGN_TYPES[campaign]}. Choose another ${what}, or change the campaign type.`,
  )
}

function requireOtherLanguage(first: Language | null, other: Language | null, field: string): void {
  if (other === null || other === first) throw invalidInput({ [field]: 'Choose a template in another language.' })
}
