import { londonDay } from '../../days'

/** Eleven whole months and the current one, in London. */
export interface Period {
  /** yyyy-mm-dd. */
  readonly from: string
  readonly to: string
  readonly months: readonly string[]
}

const MONTHS = 12

/** The period of a pack made now. */
export function periodUntil(now: Date): Period {
  const to = londonDay(now)
  const [year = 0, month = 0] = to.split('-').map(Number)
  const months = Array.from({ length: MONTHS }, (_, index) => {
    const first = new Date(Date.UTC(year, month - MONTHS + index, 1))
    return first.toISOString().slice(0, 7)
  })
  return { from: `${months[0]}-01`, to, months }
}
