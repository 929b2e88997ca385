import { londonDay } from '../../days'

/** The twelve months that a pack is about: eleven whole months and the one that has begun, as London has them. */
export interface Period {
  /** The first day, yyyy-mm-dd. */
  readonly from: string
  /** The day on which the pack is made. */
  readonly to: string
  /** yyyy-mm, in order; the last is not over. */
  readonly months: readonly string[]
}

const MONTHS = 12

/** The period of a pack that is made at this moment. */
export function periodUntil(now: Date): Period {
  const to = londonDay(now)
  const [year = 0, month = 0] = to.split('-').map(Number)
  const months = Array.from({ length: MONTHS }, (_, index) => {
    const first = new Date(Date.UTC(year, month - MONTHS + index, 1))
    return first.toISOString().slice(0, 7)
  })
  return { from: `${months[0]}-01`, to, months }
}
