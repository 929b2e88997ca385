import { countOf } from '../lib/counts'
import { draftsAtom } from './drafts'
import { queueAtom } from './queue'
import { atom } from './store'

const unsentInWords = (count: number): string => `${countOf(count, 'change')} not yet sent`

/** What lies on this device and nowhere else, in words: lost when the device forgets its person. */
export const onlyHereAtom = atom((get): readonly string[] => {
  const drafts = get(draftsAtom).length
  const unsent = get(queueAtom).length
  return [...(drafts > 0 ? [countOf(drafts, 'campaign draft')] : []), ...(unsent > 0 ? [unsentInWords(unsent)] : [])]
})
