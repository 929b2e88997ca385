import { PDFDocument, rgb, StandardFonts, type PDFFont, type PDFPage } from 'pdf-lib'
import { FIRST_PAGE_ZONES, NEXT_PAGES_ZONE, type LetterZone } from '#contract/campaigns/letterZones'
import { renderPages } from './readPdf'

export interface NumberedPlace {
  readonly number: number
  /** From 0. */
  readonly page: number
  readonly place: LetterZone
}

const POINTS_A_MM = 72 / 25.4
const RED = rgb(0.8, 0.05, 0.05)
const ZONE = rgb(0.2, 0.45, 0.75)
/** Between ink and frame. */
const AROUND_MM = 1
const BADGE_MM = 2.4
const DIGITS = 9

/** Draws pages with their zones and faults. @returns PNGs, in the order of `pages` */
export async function drawFaults(
  pdf: Uint8Array,
  pages: readonly number[],
  places: readonly NumberedPlace[],
): Promise<Buffer[]> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  const font = await document.embedFont(StandardFonts.HelveticaBold)
  for (const number of pages) {
    const page = document.getPage(number)
    const zones = number === 0 ? Object.values(FIRST_PAGE_ZONES) : [NEXT_PAGES_ZONE]
    for (const zone of zones) frame(page, zone, { borderColor: ZONE, borderWidth: 0.5, borderDashArray: [3, 3] })
    const seen: LetterZone[] = []
    for (const { place, number: digits } of places.filter((one) => one.page === number)) {
      const beside = seen.filter(({ left, top }) => near(left, place.left) && near(top, place.top)).length
      seen.push(place)
      markPlace(page, font, place, { digits: `${digits}`, beside })
    }
  }
  return renderPages(await document.save(), pages)
}

const near = (one: number, other: number) => Math.abs(one - other) < 2 * BADGE_MM

function markPlace(
  page: PDFPage,
  font: PDFFont,
  place: LetterZone,
  { digits, beside }: { readonly digits: string; readonly beside: number },
): void {
  const { width, height } = { width: page.getWidth() / POINTS_A_MM, height: page.getHeight() / POINTS_A_MM }
  const box = {
    left: Math.max(0.5, place.left - AROUND_MM),
    right: Math.min(width - 0.5, place.right + AROUND_MM),
    top: Math.max(0.5, place.top - AROUND_MM),
    bottom: Math.min(height - 0.5, place.bottom + AROUND_MM),
  }
  frame(page, box, { borderColor: RED, borderWidth: 1.5, color: RED, opacity: 0.08 })
  const x = (Math.max(BADGE_MM, box.left - BADGE_MM) + beside * 2 * BADGE_MM) * POINTS_A_MM
  const y = page.getHeight() - Math.max(BADGE_MM, box.top) * POINTS_A_MM
  page.drawCircle({ x, y, size: BADGE_MM * POINTS_A_MM, color: RED })
  const left = x - font.widthOfTextAtSize(digits, DIGITS) / 2
  page.drawText(digits, { x: left, y: y - DIGITS * 0.35, size: DIGITS, font, color: rgb(1, 1, 1) })
}

const frame = (
  page: PDFPage,
  { left, right, top, bottom }: LetterZone,
  look: Parameters<PDFPage['drawRectangle']>[0],
) =>
  page.drawRectangle({
    x: left * POINTS_A_MM,
    y: page.getHeight() - bottom * POINTS_A_MM,
    width: (right - left) * POINTS_A_MM,
    height: (bottom - top) * POINTS_A_MM,
    ...look,
  })
