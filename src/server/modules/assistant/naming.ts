import type { Nation, Note } from './notes'
import type { Ranked } from './ranking'
import { MOVE, type Benefit, type Reading } from './reading'

/** A note mentioned beside what is asked for. */
const ASIDE = 0.4
/** Notes on interactions say what to do about a refusal. */
const OF_REFUSAL = 0.75

const EFFECTS =
  /\b(?:affects?|counted|counts (?:in full )?as|rais(?:es?|ed)|reduc(?:es?|ed)|lose|lifts|exempts?|stops?|brings?|access|together|into account)\b/i

const SENTENCES = /\. |[;\n]/

/** Learns which notes stand for others in a nation. */
export function createNaming(notes: readonly Note[]) {
  const counterparts = new Map(
    notes.flatMap((note) => note.alsoCalled.map((name): [string, Note] => [name.toLowerCase(), note])),
  )
  return { namedNotes, nationsOf, speaksOfEach }

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
      for (const counterpart of counterpartsOf(note, nations)) named.set(counterpart, weight)
    }
    if (asked.size + aside.size > 1 || intents.has('affects') || intents.has('refused'))
      for (const note of notes)
        if (note.betweenBenefits && named.size > 0) named.set(note, intents.has('refused') ? OF_REFUSAL : ASIDE)
    return named
  }

  function counterpartsOf({ title }: Note, nations: readonly Nation[]): Note[] {
    return nations.flatMap((nation) => counterparts.get(`${title} in ${nation}`.toLowerCase()) ?? [])
  }

  function speaksOfEach(
    { benefits, intents }: Reading,
    nations: readonly Nation[],
    { note, section, answered }: Ranked,
  ): boolean {
    const standInsFor = (benefit: Benefit) => benefit.flatMap((one) => [one, ...counterpartsOf(one, nations)])
    const isOf = (benefit: Benefit) => standInsFor(benefit).includes(note)
    const isIn = (text: string) => (benefit: Benefit) =>
      standInsFor(benefit).some((one) => [one.title, ...one.alsoCalled].some((name) => text.includes(name)))
    const others = benefits.filter((benefit) => !isOf(benefit) && !benefit.some((one) => one.betweenBenefits))
    const [cause = []] = benefits
    if (benefits.length > 1 && intents.has('affects')) {
      if (!answered.has('affects'))
        return (
          benefits.some(isOf) &&
          section.text.split(SENTENCES).some((sentence) => EFFECTS.test(sentence) && others.every(isIn(sentence)))
        )
      // The other benefit's effect is the wrong direction.
      if (!note.betweenBenefits && !isOf(cause)) return false
    }
    // Table rows and list lines stand alone.
    const passages = note.betweenBenefits ? section.text.split('\n') : [section.text]
    return passages.some((text) => others.every(isIn(`${section.heading} ${text}`)))
  }

  /** The question's nations, else the council's, unless the benefit belongs to another nation. */
  function nationsOf({ notes, aside, nations, places, parts }: Reading, found: readonly Nation[]): readonly Nation[] {
    const asked = notes.size > 0 ? notes : aside
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
