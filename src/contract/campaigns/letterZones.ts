/**
 * GOV.UK Notify's printable zones for PDF letters:
 * https://www.notifications.service.gov.uk/using-notify/guidance/upload-a-letter and its letter specification.
 */

/** Millimetres from left and top. */
export interface LetterZone {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export const PAGE_MM = { width: 210, height: 297 } as const

export const WINDOW_ZONE: LetterZone = { left: 24.6, right: 120, top: 39.5, bottom: 66.3 }
/** Above the window, right of it, and the text. */
export const FIRST_PAGE_ZONES = {
  above: { left: 15, right: 125, top: 5, bottom: 30 },
  beside: { left: 125, right: 195, top: 5, bottom: 95 },
  window: WINDOW_ZONE,
  text: { left: 15, right: 195, top: 95, bottom: 292 },
} as const satisfies Readonly<Record<string, LetterZone>>
export const NEXT_PAGES_ZONE: LetterZone = { left: 15, right: 195, top: 5, bottom: 292 }
