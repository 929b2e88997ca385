import { z } from 'zod'
import { endpoint } from '../endpoint'

/** docs/data-protection/lawful-bases.md#by-campaign */
export const LAWFUL_BASES = [
  'social_security_7b',
  'welfare_reform_131',
  'digital_economy_35',
  'digital_economy_36',
  'education_110',
  'other_power',
  'consent',
] as const
export const lawfulBasisSchema = z.enum(LAWFUL_BASES)
export type LawfulBasis = z.infer<typeof lawfulBasisSchema>

export const LAWFUL_BASIS_WORDS: Readonly<Record<LawfulBasis, string>> = {
  social_security_7b: 'Public task: Social Security Administration Act 1992, section 7B',
  welfare_reform_131: 'Public task: Welfare Reform Act 2012, section 131',
  digital_economy_35: 'Public task: Digital Economy Act 2017, section 35',
  digital_economy_36: 'Public task: Digital Economy Act 2017, section 36 (fuel poverty)',
  education_110: 'Public task: Education Act 2005, section 110 (free school meals)',
  other_power: 'Public task: another power of the council',
  consent: 'Consent of everybody who is written to',
}

/** A campaign's basis in words; null: none was recorded. */
export const basisWords = (basis: LawfulBasis | null): string =>
  basis === null ? 'Not recorded' : LAWFUL_BASIS_WORDS[basis]

const lawfulBasisSettingsSchema = z.object({
  default_basis: lawfulBasisSchema.nullable(),
  /** For review and sending. */
  is_required: z.boolean(),
})
export type LawfulBasisSettings = z.infer<typeof lawfulBasisSettingsSchema>

export const getLawfulBasisSettings = endpoint({
  name: 'getLawfulBasisSettings',
  method: 'GET',
  path: '/api/lawful-basis-settings',
  summary: 'The lawful basis that the organisation’s campaigns have by default, and whether each must have one.',
  reply: lawfulBasisSettingsSchema,
})

export const setLawfulBasisSettings = endpoint({
  name: 'setLawfulBasisSettings',
  method: 'POST',
  path: '/api/set-lawful-basis-settings',
  summary: 'Sets the default lawful basis of campaigns, and whether each must have one.',
  body: lawfulBasisSettingsSchema,
  reply: lawfulBasisSettingsSchema,
})
