/**
 * What GOV.UK Notify charges, without VAT: https://www.notifications.service.gov.uk/pricing. Last checked: 22 November
 * 2026, against the rates that its own service holds. A new rate is a new line, above the one before.
 */
import type { Channel } from '#contract/campaigns'

/** In tenths of a penny. Letters go second class, by sheets of two pages. */
interface Rate {
  /** yyyy-mm-dd, of London. */
  readonly from: string
  readonly tenths: readonly number[]
}

const RATES: Readonly<Record<Channel, readonly Rate[]>> = {
  sms: [
    { from: '2026-04-01', tenths: [24] },
    { from: '2025-04-01', tenths: [23.3] },
  ],
  print_and_post: [{ from: '2026-01-05', tenths: [730, 770, 820, 870, 910] }],
}

/** Segments, or sheets, of a message, and how many have so many. */
export interface Charged {
  readonly units: number
  readonly messages: number
}

export interface Cost {
  readonly messages: number
  /** Segments, or sheets. */
  readonly units: number
  /** Without VAT, and without what is left of the year's free texts. */
  readonly pence: number
  readonly ratesFrom: string
}

/** What messages cost on a day of London, to the penny. @param day yyyy-mm-dd */
export function costOf(channel: Channel, charged: readonly Charged[], day: string): Cost {
  const rates = RATES[channel]
  const rate = rates.find(({ from }) => from <= day) ?? rates[rates.length - 1]
  const tenths = (units: number) =>
    channel === 'sms' ? units * (rate?.tenths[0] ?? 0) : (rate?.tenths[units - 1] ?? 0)
  const sum = (of: (one: Charged) => number) => charged.reduce((total, one) => total + of(one), 0)
  return {
    messages: sum(({ messages }) => messages),
    units: sum(({ units, messages }) => units * messages),
    pence: Math.round(sum(({ units, messages }) => tenths(units) * messages) / 10),
    ratesFrom: rate?.from ?? day,
  }
}
