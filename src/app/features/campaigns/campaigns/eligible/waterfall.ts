import type { BenefitName } from '#contract/households/benefits'
import type { Channel } from '#contract/households/channels'
import { LANGUAGE_WORDS } from '#contract/households/languages'
import type { CountReply } from './useEligibleCount'
import type { Draft } from '#offline/drafts'

export interface WaterfallStep {
  readonly name: string
  readonly households: number
  readonly leftOut: number
}

const FITS: Readonly<Record<BenefitName, string>> = {
  pension_credit: 'Eligible for Pension Credit and not claiming it',
  attendance_allowance: 'Likely to be eligible for Attendance Allowance',
  healthy_start: 'Eligible for Healthy Start and not claiming it',
  free_school_meals: 'Eligible for free school meals and not claiming them',
  custom: 'Custom: the filters alone decide',
}

interface Choices {
  readonly benefit: BenefitName
  readonly channel: Channel
  readonly stagger: number
  readonly withoutMobile: boolean
  readonly excludedByLetter: boolean
}

const REACHABLE: Readonly<Record<Channel, string>> = {
  sms: 'A valid UK mobile number is known',
  print_and_post: 'A full postal address is known',
}

/** The steps of docs/product.md#eligible-households, from the eligible on. */
export function waterfallSteps(
  {
    waterfall,
    held_out_count: heldOut,
    by_letter_count: byLetter,
    same_number_count: sameNumber,
  }: Pick<CountReply, 'held_out_count' | 'by_letter_count' | 'same_number_count'> & {
    readonly waterfall: NonNullable<CountReply['waterfall']>
  },
  { benefit, channel, stagger, withoutMobile, excludedByLetter }: Choices,
): WaterfallStep[] {
  const reached = excludedByLetter
    ? 'without a mobile or at a high risk of digital exclusion'
    : 'and no text can reach them'
  const counts: [string, number][] = [
    [`${FITS[benefit]}${withoutMobile ? `, ${reached}` : ''}`, waterfall.fits_benefit],
    [REACHABLE[channel], waterfall.reachable + byLetter],
    ...(excludedByLetter && channel === 'sms'
      ? [['Not at a high risk of digital exclusion', waterfall.reachable] satisfies [string, number]]
      : []),
    ['Not marked do-not-contact', waterfall.not_do_not_contact],
    ...(heldOut === 0
      ? []
      : [['Not held out by another campaign', waterfall.not_do_not_contact - heldOut] satisfies [string, number]]),
    [recently(stagger), waterfall.not_contacted_recently],
    ...(sameNumber === 0
      ? []
      : [
          ['The first household of each mobile number', waterfall.not_contacted_recently - sameNumber] satisfies [
            string,
            number,
          ],
        ]),
  ]
  return counts.map(([name, households], index) => ({
    name,
    households,
    leftOut: (counts[index - 1]?.[1] ?? households) - households,
  }))
}

/** Eligible for the other language, chosen or not; null: none. */
export function welshStep(
  { translationId, translatedFor }: Pick<Draft, 'translationId' | 'translatedFor'>,
  { by_language: by, eligible_household_count: eligible }: Pick<CountReply, 'by_language' | 'eligible_household_count'>,
): WaterfallStep | null {
  const hasTwo = typeof translationId === 'number' || typeof translationId === 'string'
  if (hasTwo && translatedFor === 'everybody') {
    return { name: 'Of these, in both languages', households: eligible, leftOut: 0 }
  }
  if (!by || by.cy === 0) return null
  const name = `Of these, prefer ${LANGUAGE_WORDS.cy}${hasTwo ? ' and get it' : ''}`
  return { name, households: by.cy, leftOut: 0 }
}

/** Eligible for a message with `((amount))`; null: all, or hidden from the role. */
export function amountStep({
  with_amount_count: households,
  eligible_household_count: eligible,
}: Pick<CountReply, 'with_amount_count' | 'eligible_household_count'>): WaterfallStep | null {
  if (households === null || households >= eligible) return null
  return {
    name: 'The council’s data are sure of an amount. A message with ((amount)) goes only to these',
    households,
    leftOut: 0,
  }
}

function recently(stagger: number): string {
  if (stagger === 0) return 'Households already contacted are included'
  return stagger === 1 ? 'Not contacted in the previous month' : `Not contacted in the previous ${stagger} months`
}
