import { FIRST_PAGE_ZONES, PAGE_MM, type LetterZone } from '#contract/campaigns/letterZones'
import { MAX_PAGES, type FoundFault, type LetterFault } from './pdf/letterFaults'

export const LETTER_FAULTS: Readonly<Record<LetterFault, string>> = {
  not_a4: 'Its letter is not on A4.',
  too_long: `Its letter is longer than ${MAX_PAGES} pages.`,
  no_address: 'There is no address in the window of its letter.',
  address_lines: 'The address of its letter does not have three to seven lines.',
  no_postcode: 'The address of its letter does not end with a UK postcode.',
  outside_print: 'Something in its letter stands where nothing can be printed.',
  brackets: 'There are double brackets in its letter.',
}

const WINDOW = 'between 25 and 120 mm from the left and 40 and 66 mm from the top of the first page'

const TEMPLATE_FAULTS: Readonly<Record<LetterFault, string>> = {
  not_a4: 'The pages of the letter are not A4, upright. Change the page size in Word and upload it again.',
  too_long: `The letter is longer than ${MAX_PAGES} pages, more than can be posted. Shorten it and upload it again.`,
  no_address: `The address is not in the window of the envelope: put its lines ${WINDOW}.`,
  address_lines: `In the window of the envelope there must be an address of three to seven lines and nothing else: ${WINDOW}.`,
  no_postcode: `The last line in the window of the envelope must be ((postcode)): ${WINDOW}.`,
  outside_print:
    'Something in the letter (words, a line, a border or a picture) stands where nothing can be printed. Leave margins of 15 mm at the sides and 5 mm at the top and bottom; on the first page begin the text 95 mm from the top, and put your name and address above the window, at most 30 mm from the top, or right of it, from 125 mm.',
  brackets:
    'The letter would be printed with double brackets in it, which hidden text, a list’s number or an object keeps apart in Word. Take out what stands between the brackets, or type the placeholder again, and upload the document again.',
}

/** In words, with its place. */
export function describeFoundFault({ fault, page, place, line }: FoundFault): string {
  if (fault !== 'outside_print' || !place) return TEMPLATE_FAULTS[fault]
  const what = line === null ? 'A line, a border or a picture' : 'This'
  return `${what} on page ${page + 1} stands where nothing can be printed: ${describeOutside(page, place)}`
}

function describeOutside(page: number, { left, right, top, bottom }: LetterZone): string {
  const { above, window, text } = FIRST_PAGE_ZONES
  const near = (edge: string, mm: number) => `nearer than ${mm} mm to the ${edge} edge of the page. Widen the margin.`
  if (left < text.left - 1) return near('left', text.left)
  if (right > text.right + 1) return near('right', PAGE_MM.width - text.right)
  if (top < above.top - 1) return near('upper', above.top)
  if (bottom > text.bottom + 1) return near('lower', PAGE_MM.height - text.bottom)
  const isLow = page === 0 && top > window.bottom
  const cure = isLow
    ? `Begin the text ${text.top} mm from the top.`
    : `Put your name and address above the window, at most ${above.bottom} mm from the top, or right of it, from ${above.right} mm.`
  return `${Math.round(top)} mm from the top, beside the window of the envelope. ${cure}`
}

export const NO_ADDRESS =
  'The letter has no address. Put ((address_line_1)), ((address_line_2)), ((address_line_3)) and ((postcode)) where the window of the envelope is.'

export const NOT_MADE = 'Its letter could not be made from its details.'

export const NO_LIBRE_OFFICE =
  'LibreOffice is not installed on the server, and letters cannot be made without it. Ask the people who run Doorstep to install it; this campaign goes on when Doorstep is started again.'

export const NO_SANDBOX =
  'Documents are opened without a sandbox, because bubblewrap is not installed or does not work here (Debian: apt install bubblewrap). Limits on time and memory hold, but not on the network; what reads uploads has no files but its own, LibreOffice can reach what Doorstep can and is given only documents that Doorstep has put together itself.'
