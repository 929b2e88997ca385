import { NATIONS, type Nation, type Note, type NoteSection } from './notes'
import type { AskedQuestion } from './question'
import type { UkPlace } from './places'

export interface AskingCouncil {
  readonly name?: string | undefined
  readonly nation?: Nation | undefined
}

export interface AskedNations {
  readonly nations: readonly Nation[]
  /** By which it was found, if not by its name. */
  readonly place?: string
  /** Where there is a place of that name too. */
  readonly others?: readonly Nation[]
}

/** Nations named, or of places or of a nation's own benefit named, else the council's. */
export function findNations(
  { nations, places }: AskedQuestion,
  named: ReadonlySet<Note>,
  { name, nation: home }: AskingCouncil,
): AskedNations {
  if (nations.length > 0) return { nations: [...new Set(nations)] }
  const [place] = places
  if (place) {
    const of = [...new Set(places.map((one) => nationOfPlace(one, home)))]
    const others = place.nations.filter((nation) => !of.includes(nation))
    return { nations: of, ...(of.length === 1 ? { place: place.name, others } : {}) }
  }
  const ofNamed = [...named].flatMap((note) => note.sections.flatMap((section) => listNations(note, section)))
  if (home !== undefined && ofNamed.length > 0 && !ofNamed.includes(home)) return { nations: [...new Set(ofNamed)] }
  return home === undefined ? { nations: [] } : { nations: [home], ...(name === undefined ? {} : { place: name }) }
}

/** Of two places of one name the council's counts, unless the other is much larger. */
function nationOfPlace({ nations, isMostlyTheFirst }: UkPlace, home: Nation | undefined): Nation {
  const [largest = 'England'] = nations
  return home !== undefined && nations.includes(home) && !isMostlyTheFirst ? home : largest
}

/** For which nations a passage is: those that are its heading, else the note's that its heading names. */
export function listNations(note: Note, { heading }: NoteSection): readonly Nation[] {
  const named = NATIONS.filter((nation) => heading.includes(nation))
  if (named.length > 0 && heading.split(/, | and /).length === named.length) return named
  const ofNote = named.filter((nation) => note.nations.includes(nation))
  return ofNote.length > 0 ? ofNote : note.nations
}
