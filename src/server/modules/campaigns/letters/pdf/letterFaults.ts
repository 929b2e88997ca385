/** What GOV.UK Notify refuses in a letter; without the libraries that read one, which run in a process of their own. */
import type { LetterZone } from '#contract/campaigns/letterZones'

export const MAX_PAGES = 10

export const LETTER_FAULT_NAMES = [
  'not_a4',
  'too_long',
  'no_address',
  'address_lines',
  'no_postcode',
  'outside_print',
  'brackets',
] as const
export type LetterFault = (typeof LETTER_FAULT_NAMES)[number]

export interface FoundFault {
  readonly fault: LetterFault
  /** From 0. */
  readonly page: number
  readonly place: LetterZone | null
  readonly line: string | null
}
