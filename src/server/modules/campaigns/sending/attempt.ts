import type { Postage } from '#contract/campaigns/postage'
import { textForNotify } from '#contract/campaigns/textMessage'
import type { HandoverResult, NotifyClient } from '../../../clients/notify'
import { personalisationSchema, type CompiledTemplate } from '../recipients/template'
import type { Claimed, Outcomes } from '../recipients/sendingRepo'
import { delayRetry } from './backOff'

export type AttemptOutcome =
  | { readonly kind: 'taken'; readonly providerId: string; readonly isNew: boolean }
  | { readonly kind: 'failed'; readonly reason: string; readonly isUnknown: boolean }
  | Extract<HandoverResult, { kind: 'keyRefused' }>
  /** `isAnswering`: Notify answers others, but not this. */
  | (Extract<HandoverResult, { kind: 'tryLater' }> & { readonly isAnswering: boolean })
  | { readonly kind: 'removed'; readonly reason: string }
  | { readonly kind: 'notMade' }
  /** The claim was about to end. */
  | { readonly kind: 'notTried' }

export interface AttemptRules {
  hasTime(): boolean
  readonly giveUpAfter: number
  readonly now: Date
}

const ASKABLE_MS = 6 * 24 * 60 * 60 * 1000

/** `gone`: why the recipient may not be contacted any more. */
export type ToSend = Claimed & { readonly gone: string | undefined }

type MessageContent =
  { readonly to: string; readonly text: string } | { readonly pdf: Uint8Array; readonly postage: Postage }

/** Undefined when it can never be made. @throws Error when not now */
export type MakeContent = (row: Claimed) => Promise<MessageContent | undefined>

/** Fills in frozen values. */
export const fillText =
  (
    chooseText: (values: Readonly<Record<string, string>>) => CompiledTemplate,
    serviceName?: string | null,
  ): MakeContent =>
  async ({ destination, personalisation }) => {
    const values = personalisationSchema.safeParse(personalisation)
    if (!values.success || destination === null) return undefined
    return { to: destination, text: textForNotify(chooseText(values.data).fill(values.data), serviceName) }
  }

/** At most once: a retry looks the message up first, and sends only if the provider does not know it. */
export async function attemptMessage(
  notify: NotifyClient,
  row: ToSend,
  makeContent: MakeContent,
  rules: AttemptRules,
): Promise<AttemptOutcome> {
  const { reference } = row
  if (row.attempts > 1) {
    if (rules.now.getTime() - row.before.getTime() > ASKABLE_MS) {
      return {
        kind: 'failed',
        reason: 'It is not known whether it was sent, so it was not sent again.',
        isUnknown: true,
      }
    }
    const known = await notify.findByReference(reference)
    if (known.kind === 'found') return { kind: 'taken', providerId: known.id, isNew: false }
    if (known.kind === 'tryLater') return { ...known, isAnswering: false }
    if (known.kind === 'keyRefused') return known
    if (row.attempts > rules.giveUpAfter) {
      return {
        kind: 'failed',
        reason: `It could not be handed over in ${rules.giveUpAfter} attempts.`,
        isUnknown: false,
      }
    }
  }
  if (row.gone !== undefined) return { kind: 'removed', reason: row.gone }
  let content: MessageContent | undefined
  try {
    content = await makeContent(row)
  } catch {
    return { kind: 'notMade' }
  }
  if (!content) return { kind: 'failed', reason: 'Its message could not be made.', isUnknown: false }
  if (!rules.hasTime()) return { kind: 'notTried' }
  const handover =
    'text' in content
      ? await notify.sendText({ to: content.to, message: content.text, reference })
      : await notify.sendLetter({ ...content, reference })
  switch (handover.kind) {
    case 'accepted':
      return { kind: 'taken', providerId: handover.id, isNew: true }
    case 'refused':
      return { kind: 'failed', reason: `GOV.UK Notify refused it: ${withoutNumbers(handover.words)}`, isUnknown: false }
    case 'tryLater':
      return { ...handover, isAnswering: row.attempts > 1 }
    case 'keyRefused':
      return handover
  }
}

/** Notify's errors may quote the number. */
const withoutNumbers = (words: string) =>
  words
    .replace(/"[^"]*"|'[^']*'/g, '…')
    .replace(/\+?\d[\d ]{5,}/g, '…')
    .slice(0, 200)

export interface Attempted {
  readonly row: Claimed
  readonly outcome: AttemptOutcome
}

/** Removal reasons by household. */
export const listRemoved = (attempted: readonly Attempted[]): Map<string, string> =>
  new Map(
    attempted.flatMap(({ row, outcome }) =>
      outcome.kind === 'removed' ? [[row.householdReference, outcome.reason]] : [],
    ),
  )

/** A batch's database changes. @param rules.claimMs earliest retry of what may have been accepted */
export function sortOutcomes(
  attempted: readonly Attempted[],
  { now, claimMs, random }: { readonly now: Date; readonly claimMs: number; readonly random: () => number },
): Outcomes {
  const taken: Outcomes['taken'][number][] = []
  const failed: Outcomes['failed'][number][] = []
  const untried: Outcomes['untried'][number][] = []
  const later: Outcomes['later'][number][] = []
  for (const { row, outcome } of attempted) {
    if (outcome.kind === 'taken') taken.push({ reference: row.reference, providerId: outcome.providerId })
    else if (outcome.kind === 'failed') {
      // It may have arrived, so "Send the missed ones" must skip it.
      failed.push({ row, reason: outcome.reason, state: outcome.isUnknown ? 'permanent_failure' : 'technical_failure' })
    } else if (outcome.kind === 'keyRefused' && row.attempts === 1) untried.push({ row })
    else if (outcome.kind !== 'removed') {
      // Not counted, but at least 1, which forces the lookup.
      const isSilent = outcome.kind === 'tryLater' && !outcome.isAnswering
      const attempts = isSilent || outcome.kind === 'notTried' ? Math.max(1, row.attempts - 1) : row.attempts
      const least = outcome.kind === 'tryLater' && outcome.mayBeTaken ? claimMs : 0
      const again = new Date(now.getTime() + Math.max(least, delayRetry(attempts, random)))
      later.push({
        row,
        attempts,
        until: outcome.kind === 'notTried' ? row.until : again,
        isUnknownStill: row.attempts > 1 && (isSilent || outcome.kind === 'keyRefused'),
      })
    }
  }
  return { taken, failed, untried, later }
}

export type BatchOutcome =
  | { readonly kind: 'keyRefused'; readonly words: string }
  /** `silent`: no answer; `nothing`: not asked. */
  | { readonly kind: 'dayOver' | 'silent' | 'notMade' | 'answered' | 'nothing' }

/** The outcome that decides what follows a batch. */
export function judgeBatch(outcomes: readonly AttemptOutcome[]): BatchOutcome {
  const refusal = outcomes.find((outcome) => outcome.kind === 'keyRefused')
  if (refusal) return refusal
  if (outcomes.some((outcome) => outcome.kind === 'tryLater' && outcome.isDailyLimit)) return { kind: 'dayOver' }
  if (outcomes.some(({ kind }) => kind === 'taken' || kind === 'failed')) return { kind: 'answered' }
  if (outcomes.every(({ kind }) => kind === 'tryLater')) return { kind: 'silent' }
  return { kind: outcomes.every(({ kind }) => kind === 'notMade') ? 'notMade' : 'nothing' }
}
