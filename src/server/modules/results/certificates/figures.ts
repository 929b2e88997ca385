/** A certificate's counts (docs/product.md#small-numbers): every total derives from the figures below it as shown. */
import { z } from 'zod'
import { type CampaignDetail } from '#contract/campaigns/campaigns'
import { RECIPIENT_STATES, type RecipientState } from '#contract/campaigns/recipients'
import { partsForNow, publishedCount, totalAsShown, type PublishedCount } from '../../../lib/rounding'

const count = z.number().int()

/** Stored by modules/campaigns/campaigns when a list is made. Null: not recorded. */
export const waterfallSchema = z
  .object({
    matching_filters: count,
    fits_benefit: count,
    reachable: count,
    not_do_not_contact: count,
    not_contacted_recently: count,
    held_out: count,
  })
  .nullable()

/** The outcomes of a list, as every certificate shows them from `at` on. */
export const certifiedSchema = z
  .object({
    at: z.coerce.date(),
    recipients: z.record(z.enum(RECIPIENT_STATES), count),
    removals: z.array(z.object({ reason: z.string(), households: count })),
  })
  .nullable()

export interface CertificateFigure {
  readonly name: string
  readonly households: PublishedCount
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

type Counted = readonly [name: string, households: number]

/**
 * Rounds a campaign's figures for a file that leaves. Before the outcomes are final it shows only the exclusions,
 * exactly as the final one does, so that no two certificates together reveal more than the final one.
 * @param list its outcomes; null: not final
 */
export function certificateFigures(
  list: Pick<CampaignDetail, 'recipients' | 'removals'> | null,
  waterfall: z.output<typeof waterfallSchema>,
  leftTo: LeftTo,
): CertificateFigures {
  const excluded = waterfall && exclusions(waterfall, leftTo)
  if (!list) return { excluded: excluded && shown(excluded), outcomes: null }
  const { recipients, removals } = list
  const removed: Counted[] = removals.map(({ reason, households }) => [`Taken off the list: ${reason}`, households])
  const inHoldOut = recipients.removed - sumOf(removed)
  const untried: Counted[] = [
    ...counted(UNTRIED, recipients),
    ...removed,
    ['Taken off the list, of those held out', inHoldOut],
  ]
  const tried = besideTotal(counted(TRIED, recipients))
  const ofList = [...tried, ...untried]
  const withExcluded = excluded && [...excluded, ...ofList]
  return {
    excluded: withExcluded && [
      total('Match the filters', withExcluded),
      ...shown(excluded),
      total('On the list', ofList),
    ],
    outcomes: [total('On the list', ofList), total('Messages sent or tried', tried), ...shown(ofList)],
  }
}

type LeftTo = Readonly<Record<'withoutMobile' | 'excludedByLetter', boolean>>

const exclusions = (
  left: NonNullable<z.output<typeof waterfallSchema>>,
  { withoutMobile, excludedByLetter }: LeftTo,
): Counted[] => [
  [
    `The benefit does not fit${withoutMobile ? ', or they are left to texts' : ''}`,
    left.matching_filters - left.fits_benefit,
  ],
  [
    `No number or address for the channel${excludedByLetter && !withoutMobile ? ', or left to letters' : ''}`,
    left.fits_benefit - left.reachable,
  ],
  ['Do-not-contact', left.reachable - left.not_do_not_contact],
  ['Held out by another campaign for the benefit', left.held_out],
  ['Contacted in the months that were excluded', left.not_do_not_contact - left.held_out - left.not_contacted_recently],
]

const counted = <State extends RecipientState>(
  words: Readonly<Record<State, string>>,
  recipients: CampaignDetail['recipients'],
): Counted[] =>
  // Object.entries widens the names.
  (Object.entries(words) as [State, string][]).map(([state, name]) => [name, recipients[state]])

/** An earlier renewals pack, from when all were on their way, shows their total rounded by itself. */
function besideTotal(parts: readonly Counted[]): Counted[] {
  const counts = partsForNow(parts.map(([, households]) => households))
  return parts.map(([name], index) => [name, counts[index] ?? 0])
}

const sumOf = (parts: readonly Counted[]) => parts.reduce((sum, [, households]) => sum + households, 0)

/** Derived from what is shown: its own rounding would be one more equation. */
const total = (name: string, parts: readonly Counted[]): CertificateFigure => ({
  name,
  households: totalAsShown(parts.map(([, households]) => households)),
})

const shown = (parts: readonly Counted[]): CertificateFigure[] =>
  parts
    .filter(([, households]) => households > 0)
    .map(([name, households]) => ({ name, households: publishedCount(households) }))
