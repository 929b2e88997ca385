import { MAX_PAGES, type LetterFault } from './pdf/letterRules'

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

export const TEMPLATE_FAULTS: Readonly<Record<LetterFault, string>> = {
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

export const NO_ADDRESS =
  'The letter has no address. Put ((address_line_1)), ((address_line_2)), ((address_line_3)) and ((postcode)) where the window of the envelope is.'

export const NOT_MADE = 'Its letter could not be made from its details.'

export const NO_LIBRE_OFFICE =
  'LibreOffice is not installed on the server, and letters cannot be made without it. Ask the people who run Doorstep to install it; this campaign goes on when Doorstep is started again.'

export const NO_SANDBOX =
  'Documents are opened without a sandbox, because bubblewrap is not installed or does not work here (Debian: apt install bubblewrap). Limits on time and memory hold, but not on the network; what reads uploads has no files but its own, LibreOffice can reach what Doorstep can and is given only documents that Doorstep has put together itself.'
