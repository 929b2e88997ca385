/** Exact, because it proves a list; only for those who may see it (docs/product.md#campaign-certificate). */
import { z } from 'zod'
import { type CampaignDetail } from '#contract/campaigns/campaigns'
import { RECIPIENT_STATES, type RecipientState } from '#contract/campaigns/recipients'

const count = z.number().int()

/** Stored when a list is made. Null: not recorded. */
export const waterfallSchema = z
  .object({
    matching_filters: count,
    fits_benefit: count,
    reachable: count,
    not_do_not_contact: count,
    not_contacted_recently: count,
    held_out: count,
    // Missing in older lists.
    same_number: count.default(0),
  })
  .nullable()

/** A list's outcomes, fixed from `at` on. */
export const certifiedSchema = z
  .object({
    at: z.coerce.date(),
    recipients: z.record(z.enum(RECIPIENT_STATES), count),
    removals: z.array(z.object({ reason: z.string(), households: count })),
  })
  .nullable()

export interface CertificateFigure {
  readonly name: string
  readonly households: number
}

export interface CertificateFigures {
  /** Null: not recorded. */
  readonly excluded: readonly CertificateFigure[] | null
  /** Null: not final. */
  readonly outcomes: readonly CertificateFigure[] | null
}

const TRIED = {
  delivered: 'Delivered',
  sending: 'Sent, and not reported as delivered or failed',
  temporary_failure: 'Failed for a passing reason',
  permanent_failure: 'Failed for good',
  technical_failure: 'Failed for a technical reason',
  returned: 'Returned',
} as const satisfies Partial<Record<RecipientState, string>>

const UNTRIED = {
  prepared: 'Not sent yet',
  held_out: 'Held out, for comparison',
  cannot_be_contacted: 'Could not be contacted',
} as const satisfies Partial<Record<RecipientState, string>>

/**
 * @param list its outcomes; null: not final
 * @param frozen households on the list
 */
export function certificateFigures(
  list: Pick<CampaignDetail, 'recipients' | 'removals'> | null,
  waterfall: z.output<typeof waterfallSchema>,
  leftTo: LeftTo,
  frozen: number,
): CertificateFigures {
  const onList = { name: 'On the list', households: frozen }
  const excluded = waterfall && [
    { name: 'Match the filters', households: waterfall.matching_filters },
    ...exclusions(waterfall, leftTo),
    onList,
  ]
  if (!list) return { excluded, outcomes: null }
  const { recipients, removals } = list
  const removed = removals.map(({ reason, households }) => ({ name: `Taken off the list: ${reason}`, households }))
  const tried = counted(TRIED, recipients)
  return {
    excluded,
    outcomes: [
      onList,
      { name: 'Messages sent or tried', households: computeSum(tried) },
      ...tried,
      ...counted(UNTRIED, recipients),
      ...removed,
      ...some('Taken off the list, of those held out', recipients.removed - computeSum(removed)),
    ],
  }
}

type LeftTo = Readonly<Record<'withoutMobile' | 'excludedByLetter', boolean>>

const exclusions = (
  left: NonNullable<z.output<typeof waterfallSchema>>,
  { withoutMobile, excludedByLetter }: LeftTo,
): CertificateFigure[] => [
  ...some(
    `The benefit does not fit${withoutMobile ? ', or they are left to texts' : ''}`,
    left.matching_filters - left.fits_benefit,
  ),
  ...some(
    `No number or address for the channel${excludedByLetter && !withoutMobile ? ', or left to letters' : ''}`,
    left.fits_benefit - left.reachable,
  ),
  ...some('Do-not-contact', left.reachable - left.not_do_not_contact),
  ...some('Held out by another campaign for the benefit', left.held_out),
  ...some(
    'Contacted in the months that were excluded',
    left.not_do_not_contact - left.held_out - left.not_contacted_recently,
  ),
  ...some('The text of another household on the list goes to their number', left.same_number),
]

const counted = <State extends RecipientState>(
  words: Readonly<Record<State, string>>,
  recipients: CampaignDetail['recipients'],
): CertificateFigure[] =>
  // Object.entries widens the names.
  (Object.entries(words) as [State, string][]).flatMap(([state, name]) => some(name, recipients[state]))

const some = (name: string, households: number): CertificateFigure[] => (households > 0 ? [{ name, households }] : [])

const computeSum = (parts: readonly CertificateFigure[]) => parts.reduce((sum, { households }) => sum + households, 0)
