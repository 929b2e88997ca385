/** Whose rules a question asks for. */
import { NATIONS, type Nation, type Note, type NoteSection } from './notes'
import type { UkPlace } from './places'
import type { Reading } from './reading'

/** Where the council is that asks. */
export interface AskingCouncil {
  readonly name?: string | undefined
  readonly nation?: Nation | undefined
}

export interface AskedNations {
  /** Empty: unknown. */
  readonly nations: readonly Nation[]
  /** The town or council that lies there; none where the question names the nation. */
  readonly place?: string
  /** A name that is found in several nations. */
  readonly unclear?: UkPlace
}

/** The nations that a question names, or whose places it names, else the council's. */
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

/** Of two places of one name, the larger; the smaller one only where it is the council's own and not much smaller. */
function nationOfPlace({ nations, isMostlyTheFirst }: UkPlace, home: Nation | undefined): Nation | undefined {
  const [largest] = nations
  if (nations.length === 1 || home === largest) return largest
  if (home !== undefined && nations.includes(home)) return isMostlyTheFirst ? undefined : home
  return isMostlyTheFirst ? largest : undefined
}

/** The nations that a section's heading names. */
export const nationsInHeading = ({ heading }: NoteSection): Nation[] =>
  NATIONS.filter((nation) => heading.includes(nation))

/** Whether a passage holds in one of the nations. */
export function isOfNation(note: Note, section: NoteSection, nations: readonly Nation[]): boolean {
  const named = nationsInHeading(section)
  return nations.some((nation) => (named.length > 0 ? named : note.nations).includes(nation))
}

/** Whether other nations have other rules than this passage's. */
export const isOfSomeNations = (note: Note, section: NoteSection): boolean =>
  note.nations.length < NATIONS.length || nationsInHeading(section).length > 0
