import type { Import, MonthPreview } from '#contract/households/imports'
import { monthInWords } from '#contract/households/overTime'
import { SHIFT } from './compareMonths'
import { renderFaults } from './renderReport'

interface Month {
  /** yyyy-mm-dd. */
  readonly month: string
}

/**
 * Reasons to look before publication, in sentences.
 * @param months stored, newest first
 */
export function findReasonsToLook(
  { month, preview, warnings }: Pick<Import, 'month' | 'preview' | 'warnings'>,
  [latest]: readonly Month[],
): string[] {
  if (!preview) return []
  const reasons = [...preview.losses]
  if (warnings.length > 0) reasons.push('The check has warnings.')
  if (preview.compared_with === null) reasons.push('There is no earlier month to compare it with.')
  else {
    const since = `moved by more than 20% since ${monthInWords(preview.compared_with)}.`
    if (preview.shifts.length > 0) reasons.push(`Figures ${since}`)
    if (isCountShifted(preview)) reasons.push(`The number of households ${since}`)
  }
  if (latest && latest.month >= month) reasons.push(`${monthInWords(latest.month)} is published already.`)
  return reasons
}

function isCountShifted({ household_count: after, households_in: comeIn, households_out: goOut }: MonthPreview) {
  const before = after - comeIn + goOut
  return Math.abs(after - before) > before * SHIFT
}

/** For a job's log. */
export function describeHandover(handover: Import, months: readonly Month[]): string {
  const { state, faults, warnings, preview, failure } = handover
  const lines = [`${monthInWords(handover.month)} ${STATES[state]}`]
  if (failure !== null) lines.push(failure)
  if (preview) {
    const { household_count: households, households_in: comeIn, households_out: goOut } = preview
    const figures = [households, comeIn, goOut].map((figure) => figure.toLocaleString('en-GB'))
    lines.push(`${figures[0]} households: ${figures[1]} new, ${figures[2]} that leave.`)
  }
  if (state === 'ready') lines.push(...findReasonsToLook(handover, months))
  return [...lines, ...renderFaults(faults), ...renderFaults(warnings)].join('\n')
}

const STATES: Readonly<Record<Import['state'], string>> = {
  uploading: 'waits for the rest of its files.',
  checking: 'is being checked.',
  faulty: 'has faults. Nothing was changed. Correct the files and hand the month over again.',
  ready: 'is checked. An administrator publishes it in Settings, under Data.',
  publishing: 'is being published.',
  published: 'is published.',
  failed: 'was not taken.',
  discarded: 'was discarded. Nothing was changed.',
}
