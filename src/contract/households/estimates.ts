import { z } from 'zod'

export const estimateBasisSchema = z.object({
  /** The rates' year: '2026 to 2027'. */
  year: z.string(),
  method: z.string(),
  /** From the next 6 April, when rates have expired. */
  warning: z.string().nullable(),
})
export type EstimateBasis = z.infer<typeof estimateBasisSchema>

/** Pounds a year; equal when certain. */
export const estimateRangeSchema = z.object({ lowest: z.number(), highest: z.number() })
export type EstimateRange = z.infer<typeof estimateRangeSchema>

/** Lazy: it loads the browser's language data. */
let pounds: Intl.NumberFormat | undefined
const MILLION = 1_000_000
const inMillions = (amount: number) => `£${(amount / MILLION).toFixed(1)}m`
const inWords = (amount: number) => {
  if (amount >= MILLION) return inMillions(amount)
  pounds ??= new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', maximumFractionDigits: 0 })
  return pounds.format(amount)
}

/** '£3,988 to £5,959', '£0.9m to £2.4m', both ends as exact; 'up to £496' from zero, '£520' when certain. */
export function rangeInWords({ lowest, highest }: EstimateRange): string {
  const [from, to] =
    highest >= MILLION ? [inMillions(lowest), inMillions(highest)] : [inWords(lowest), inWords(highest)]
  if (from === to) return to
  return lowest === 0 || from === inMillions(0) ? `up to ${to}` : `${from} to ${to}`
}

/** 'At the rates of 2026 to 2027. For a year of …' */
export const describeEstimateBasis = ({ year, method }: EstimateBasis): string => `At the rates of ${year}. ${method}`
