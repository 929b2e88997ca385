import type { Reading } from './reading'

const GOES_ON = /^(?:and|or|but|what about|how about|what if|same|also|then|beth am|a beth|ac?)\b/i

/** Whether it only makes sense after another. */
export const goesOn = (question: string): boolean => GOES_ON.test(question.trim())

/** Begins a question of its own: "is it taxed", but not "for a couple". */
const BEGINS = new Set(
  'is are was does do did can could will would may must should has have who where why ydy ydi oes'.split(' '),
)
/** Common words alone are a question too: "how is it paid". */
const ASKS = new Set([...BEGINS, ...'how when what which'.split(' ')])

/** Read with those before it; undefined where it stands alone. */
export function goOn(before: Reading, now: Reading): Reading | undefined {
  const isBare = now.intents.size === 0 && now.parts.length === 0
  const place = now.nations.length + now.places.length > 0 ? now : before
  const shared = {
    nations: place.nations,
    places: place.places,
    isBeside: false,
    isOfPensionAge: before.isOfPensionAge || now.isOfPensionAge,
    meanings: new Map([...before.meanings, ...now.meanings]),
  }
  if (now.notes.size > 0 && now.intents.has('affects') && now.words.includes('it'))
    return { ...now, notes: new Set([...before.notes, ...now.notes]), benefits: [...before.benefits, ...now.benefits] }
  if (now.notes.size + now.topics.length > 0)
    return isBare ? { ...now, ...shared, intents: before.intents, rest: before.rest, parts: before.parts } : undefined
  const asksBare = isBare && now.year === undefined && ASKS.has(now.words[0] ?? '')
  const words = asksBare ? now.rest.filter((word) => !/^\d/.test(word)) : []
  const parts = words.length > 0 ? words.map((word) => ({ words: [word], meaning: [] })) : now.parts
  const what = parts.length > 0 || now.intents.size > 0 ? { ...now, parts } : before
  const isWhole = parts.length > 0 && BEGINS.has(now.words[0] ?? '')
  return {
    ...shared,
    notes: before.notes.size > 0 ? before.notes : before.aside,
    aside: now.aside,
    benefits: before.benefits,
    topics: before.topics,
    intents: isWhole || now.intents.size > 0 ? now.intents : before.intents,
    rest: what.rest,
    parts: what.parts,
    names: what === before ? before.names : [],
    words: what.words,
    year: now.year ?? before.year,
  }
}
