/** Which notes a question asks for by name. */
import type { Nation, Note } from './notes'
import { MOVE, type Reading } from './reading'

/** A note mentioned beside what is asked for. */
const ASIDE = 0.4
/** Notes on how benefits interact say what to do about a refusal. */
const OF_REFUSAL = 0.75

/** Learns which notes stand for others in a nation. */
export function createNaming(notes: readonly Note[]) {
  const counterparts = new Map(
    notes.flatMap((note) => note.alsoCalled.map((name): [string, Note] => [name.toLowerCase(), note])),
  )
  return { namedNotes, nationsOf }

  /** Includes another nation's counterpart, and how benefits interact where two are named. */
  function namedNotes(
    { notes: asked, aside, topics, intents }: Reading,
    nations: readonly Nation[],
  ): Map<Note, number> {
    const named = new Map<Note, number>()
    if (asked.size === 0 && topics.length > 0) return named
    const only = asked.size === 0
    for (const note of aside) named.set(note, only ? 1 : ASIDE)
    for (const note of asked) named.set(note, 1)
    for (const [note, weight] of [...named]) {
      for (const nation of nations) {
        const counterpart = counterparts.get(`${note.title} in ${nation}`.toLowerCase())
        if (counterpart) named.set(counterpart, weight)
      }
    }
    if (asked.size + aside.size > 1 || intents.has('affects') || intents.has('refused'))
      for (const note of notes)
        if (note.betweenBenefits && named.size > 0) named.set(note, intents.has('refused') ? OF_REFUSAL : ASIDE)
    return named
  }

  /** The question's nations, else the council's, unless the named benefit belongs to another nation. */
  function nationsOf({ notes: asked, nations, places, parts }: Reading, found: readonly Nation[]): readonly Nation[] {
    if (nations.length + places.length > 0 && !parts.includes(MOVE)) return found
    const isElsewhere =
      asked.size > 0 &&
      [...asked].every((note) =>
        found.every(
          (nation) =>
            !note.nations.includes(nation) &&
            !note.sections.some(({ heading }) => heading.includes(nation)) &&
            !counterparts.has(`${note.title} in ${nation}`.toLowerCase()),
        ),
      )
    return isElsewhere ? [] : found
  }
}
