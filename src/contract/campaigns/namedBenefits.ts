/** docs/product.md#campaign-preview */
import type { BenefitName } from '../households/benefits'
import { CAMPAIGN_TYPES } from './campaignWords'
import { placeholdersIn, templateParts } from './placeholders'

export const NAMED_BENEFITS = [
  'pension_credit',
  'healthy_start',
  'attendance_allowance',
  'free_school_meals',
] as const satisfies BenefitName[]
export type NamedBenefit = (typeof NAMED_BENEFITS)[number]

/** In English and Welsh with its mutations, as one word in web addresses; in capitals what counts only so. */
const NAMES: Readonly<Record<NamedBenefit, readonly string[]>> = {
  pension_credit: [
    ...['pension credit', 'pension credits', 'pensioncredit', 'PC'],
    ...['credyd pensiwn', 'gredyd pensiwn', 'chredyd pensiwn', 'nghredyd pensiwn'],
  ],
  healthy_start: [
    ...['healthy start', 'healthystart'],
    ...['cychwyn iach', 'gychwyn iach', 'chychwyn iach', 'nghychwyn iach'],
  ],
  attendance_allowance: ['attendance allowance', 'attendanceallowance', 'AA', 'lwfans gweini'],
  free_school_meals: [
    ...[
      'free school meal',
      'free school meals',
      'freeschoolmeals',
      'free school dinners',
      'free school lunches',
      'FSM',
    ],
    ...['prydau ysgol am ddim', 'brydau ysgol am ddim', 'phrydau ysgol am ddim', 'mhrydau ysgol am ddim'],
    ...['cinio ysgol am ddim', 'ginio ysgol am ddim', 'chinio ysgol am ddim', 'nghinio ysgol am ddim'],
  ],
}

/** None with `((benefit))`, which is always the campaign's own. */
export function findNamedBenefits(message: string): NamedBenefit[] {
  if (placeholdersIn(templateParts(message)).includes('benefit')) return []
  // Soft hyphens and the like.
  const words = ` ${message.replace(/\p{Cf}/gu, '').replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  const lower = words.toLowerCase()
  return NAMED_BENEFITS.filter((benefit) =>
    NAMES[benefit].some((name) => (name === name.toUpperCase() ? words : lower).includes(` ${name} `)),
  )
}

/**
 * Benefits named in place of a message's own: one that names its own may name others too.
 * @param named by each message
 * @param type null: every one, so only messages naming several count
 */
export const findOtherBenefits = (
  named: readonly (readonly NamedBenefit[])[],
  type: BenefitName | null,
): NamedBenefit[] => {
  const others = named.filter((names) =>
    type === null ? names.length === 1 : type !== 'custom' && !names.includes(type),
  )
  return NAMED_BENEFITS.filter((benefit) => others.some((names) => names.includes(benefit)))
}

/** The warning of {@link findOtherBenefits}, null without any. */
export function warnOfOtherBenefits(others: readonly BenefitName[], type: BenefitName | null): string | null {
  if (others.length === 0) return null
  const names = others.map((benefit) => CAMPAIGN_TYPES[benefit]).join(' and ')
  return type === null
    ? `It names ${names} and is for every campaign type. Give it that type, so that no other campaign offers it.`
    : `It names ${names} and not ${CAMPAIGN_TYPES[type]}, which is the campaign type. Check that it is the right message.`
}

/** {@link warnOfOtherBenefits} of one text. */
export const warnOfText = (text: string, type: BenefitName | null): string | null =>
  warnOfOtherBenefits(findOtherBenefits([findNamedBenefits(text)], type), type)
