import { Fault } from '../../../faults'

/** Why a file is not taken as a letter template, and what to do, in words. */
export const refused = (detail: string, code = 'not_a_template') => new Fault(422, code, detail)

export const SAVE_AGAIN = 'Open it in Word and save it as a Word document (.docx).'
/** What no program would open. */
export const damaged = () => refused(`The file cannot be read: it is damaged. ${SAVE_AGAIN}`)
