import type { Reading } from './reading'

const GOES_ON = /^(?:and|or|but|what about|how about|what if|same|also|then|beth am|a beth|ac?)\b/i

/** Whether a question only makes sense after another. */
export const goesOn = (question: string): boolean => GOES_ON.test(question.trim())

/** A question read with those before it; undefined where it stands alone. */
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
  if (now.notes.size + now.topics.length > 0)
    return isBare ? { ...now, ...shared, intents: before.intents, rest: before.rest, parts: before.parts } : undefined
  const what = now.parts.length > 0 || now.intents.size > 0 ? now : before
  return {
    ...shared,
    notes: before.notes.size > 0 ? before.notes : before.aside,
    aside: now.aside,
    topics: before.topics,
    intents: now.intents.size > 0 ? now.intents : before.intents,
    rest: what.rest,
    parts: what.parts,
    names: what === before ? before.names : [],
    words: what.words,
    year: now.year ?? before.year,
  }
}
