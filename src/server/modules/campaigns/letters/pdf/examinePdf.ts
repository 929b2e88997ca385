import type { LetterZone } from '#contract/campaigns/letterZones'
import { MAX_PAGES, type FoundFault } from './letterFaults'
import { findFaults, groupLines } from './letterRules'
import { readPdf, type PdfPage } from './readPdf'

export interface PrintedPlace {
  /** From 0. */
  readonly page: number
  readonly place: LetterZone
  readonly line: string
}

export interface ExaminedPdf {
  readonly faults: readonly FoundFault[]
  /** By mark; null where not found. */
  readonly marks: readonly (PrintedPlace | null)[]
  readonly fonts: readonly string[]
}

/** All faults, and where marks stand. @throws Error when it is no PDF */
export async function examinePdf(pdf: Uint8Array, marks: readonly string[]): Promise<ExaminedPdf> {
  const { count, pages } = await readPdf(pdf, MAX_PAGES)
  return {
    faults: findFaults(count, pages),
    marks: marks.map((mark) => findMark(pages, mark)),
    fonts: [...new Set(pages.flatMap(({ fonts }) => fonts))],
  }
}

/** A line may end within a mark. */
const BEGINNING = 14

const squeeze = (text: string) => text.replace(/\s/g, '')

function findMark(pages: readonly PdfPage[], mark: string): PrintedPlace | null {
  const wanted = squeeze(mark).slice(0, BEGINNING)
  if (wanted === '') return null
  for (const [page, { words }] of pages.entries()) {
    for (const { text, place } of groupLines(words))
      if (squeeze(text).includes(wanted)) return { page, place, line: text }
  }
  return null
}
