import { PDFDocument } from 'pdf-lib'

const A4 = { width: 595.28, height: 841.89 }
const TOLERANCE = 6
const MAX_PAGES = 10

export interface CheckedLetter {
  readonly pages: number
  readonly becomes: 'received' | 'validation-failed'
}

/** A PDF of one to ten A4 pages: https://docs.notifications.service.gov.uk/rest-api.html#send-a-precompiled-letter */
export async function checkLetter(pdf: Uint8Array): Promise<CheckedLetter> {
  try {
    const document = await PDFDocument.load(pdf, { updateMetadata: false })
    const pages = document.getPages()
    const isA4 = pages.every((page) => {
      const { width, height } = page.getSize()
      return Math.abs(width - A4.width) <= TOLERANCE && Math.abs(height - A4.height) <= TOLERANCE
    })
    const isRight = isA4 && pages.length > 0 && pages.length <= MAX_PAGES
    return { pages: pages.length, becomes: isRight ? 'received' : 'validation-failed' }
  } catch {
    return { pages: 0, becomes: 'validation-failed' }
  }
}
