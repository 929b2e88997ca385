import { NATIONS, type Nation, type Note, type NoteSection } from './notes'
import type { UkPlace } from './places'
import type { Reading } from './reading'

export interface AskingCouncil {
  readonly name?: string | undefined
  readonly nation?: Nation | undefined
}

export interface AskedNations {
  readonly nations: readonly Nation[]
  /** Empty where the question names the nation. */
  readonly place?: string
  /** Found in several nations. */
  readonly unclear?: UkPlace
}

/** Nations named, or of places named, else the council's. */
export function findNations({ nations, places }: Reading, { name, nation: home }: AskingCouncil): AskedNations {
  if (nations.length > 0) return { nations }
  const unclear = places.find((place) => nationOfPlace(place, home) === undefined)
  if (unclear) return { nations: unclear.nations, unclear }
  const [first] = places
  if (first) {
    const of = [...new Set(places.flatMap((place) => nationOfPlace(place, home) ?? []))]
    return { nations: of, ...(of.length === 1 ? { place: first.name } : {}) }
  }
  return home === undefined ? { nations: [] } : { nations: [home], ...(name === undefined ? {} : { place: name }) }
}

/** The larger of two namesakes; the smaller only if it is the council's and not much smaller. */
function nationOfPlace({ nations, isMostlyTheFirst }: UkPlace, home: Nation | undefined): Nation | undefined {
  const [largest] = nations
  if (nations.length === 1 || home === largest) return largest
  if (home !== undefined && nations.includes(home)) return isMostlyTheFirst ? undefined : home
  return isMostlyTheFirst ? largest : undefined
}

/** Nations named in a heading. */
export const nationsInHeading = ({ heading }: NoteSection): Nation[] =>
  NATIONS.filter((nation) => heading.includes(nation))

/** Whether a passage holds in one of the nations. */
export function isOfNation(note: Note, section: NoteSection, nations: readonly Nation[]): boolean {
  const named = nationsInHeading(section)
  return nations.some((nation) => (named.length > 0 ? named : note.nations).includes(nation))
}

/** Whether other nations have other rules. */
export const isOfSomeNations = (note: Note, section: NoteSection): boolean =>
  note.nations.length < NATIONS.length || nationsInHeading(section).length > 0
