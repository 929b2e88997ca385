import { Fault } from '../../../../http/faults'

export interface DocumentFault {
  readonly words: string
  readonly code: 'not_a_template' | 'unknown_placeholder'
  /** As printed, to find it on the page. */
  readonly mark?: string
  /** Printed content was left out, so places on the page say nothing yet. */
  readonly isContentLost?: boolean
}

/** Takes a fault and goes on, or throws it. */
export type ReportFault = (fault: DocumentFault) => void

/** Ends at the first fault. @throws Fault 422 */
export const refuseAtOnce: ReportFault = ({ words, code }) => {
  throw documentRefused(words, code)
}

/** Why a file is no template, and what to do. */
export const documentRefused = (detail: string, code = 'not_a_template') => new Fault(422, code, detail)

export const SAVE_AGAIN = 'Open it in Word and save it as a Word document (.docx).'
/** No program would open it. */
export const documentDamaged = () => documentRefused(`The file cannot be read: it is damaged. ${SAVE_AGAIN}`)
/** For files of another kind. */
export const notWordDocument = () => documentRefused(`This is not a Word document. ${SAVE_AGAIN}`)
/** Too large, too many or too deep. */
export const documentTooLarge = () =>
  documentRefused('The document holds more than a letter can. Make it smaller, and upload it again.')
/** Password-protected. */
export const documentLocked = () =>
  documentRefused('The document is protected by a password. Remove the password in Word and upload it again.')

export const CONTENT_ELSEWHERE =
  'The document takes pictures or text from elsewhere. Insert them into the document itself.'
export const EMBEDDED =
  'The document has programs, controls or other documents in it. Take them out and upload it again.'
export const MACROS =
  'The document contains macros. Save it as a Word document without macros (.docx) and upload it again.'
export const AS_PICTURE = 'Replace it with a picture of it (copy, then paste as a picture) and upload it again.'
