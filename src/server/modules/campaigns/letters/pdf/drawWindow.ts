import { PDFDocument, rgb } from 'pdf-lib'
import { WINDOW_ZONE } from '#contract/campaigns/letterZones'

const POINTS_A_MM = 72 / 25.4
const MAGENTA = rgb(0.75, 0.1, 0.45)

/** The envelope's window, on previews only. */
export async function drawWindow(pdf: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  const page = document.getPage(0)
  const { left, right, top, bottom } = WINDOW_ZONE
  page.drawRectangle({
    x: left * POINTS_A_MM,
    y: page.getHeight() - bottom * POINTS_A_MM,
    width: (right - left) * POINTS_A_MM,
    height: (bottom - top) * POINTS_A_MM,
    borderColor: MAGENTA,
    borderWidth: 0.75,
    borderDashArray: [4, 3],
  })
  return document.save()
}
