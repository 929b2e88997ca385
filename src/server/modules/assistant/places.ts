/** UK towns, authorities and regions. Sources and licences: places.json. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { packageRoot } from '../../lib/root'
import { listMutations } from './mutations'
import { NATIONS, type Nation } from './notes'
import { splitCased } from './words'

export interface UkPlace {
  readonly name: string
  /** The largest place first. */
  readonly nations: readonly Nation[]
  /** The first is at least five times as large. */
  readonly isMostlyTheFirst: boolean
}

export interface FoundPlace {
  readonly place: UkPlace
  /** Word indices, `to` exclusive. */
  readonly from: number
  readonly to: number
}

const placesSchema = z.object({
  places: z.array(z.object({ nations: z.array(z.enum(NATIONS)), isMostlyTheFirst: z.boolean(), names: z.string() })),
  onlyWithCapital: z.string(),
})

const LONGEST_NAME = 6
const TITLES = new Set('mr mrs ms mx miss dr'.split(' '))
const BEFORE_PLACE = new Set('in at from to near of for around outside yn yng ym o i ger'.split(' '))
/** Welsh mutates names after these. */
const MUTATING = new Set('yn yng ym o i'.split(' '))
const AFTER_PLACE = new Set('council borough resident residents'.split(' '))

const makePlain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const makeKey = (name: string): string => splitCased(name).map(makePlain).join(' ')

/** Reads the list once. @returns finds a question's places */
export function createPlaceFinder() {
  const { places, mutated, onlyWithCapital } = readPlaces()

  return (question: string): FoundPlace[] => {
    const words = splitCased(question)
    const plain = words.map(makePlain)
    const found: FoundPlace[] = []
    for (let from = 0; from < words.length; from++) {
      for (let to = Math.min(words.length, from + LONGEST_NAME); to > from; to--) {
        const key = plain.slice(from, to).join(' ')
        const before = plain[from - 1] ?? ''
        const place = places.get(key) ?? (MUTATING.has(before) ? mutated.get(key) : undefined)
        if (!place || TITLES.has(before) || (onlyWithCapital.has(key) && !isMeant(words, plain, from))) continue
        found.push({ place, from, to })
        from = to - 1
        break
      }
    }
    return found
  }
}

/** Tells "in Reading" from "reading". */
const isMeant = (words: readonly string[], plain: readonly string[], at: number): boolean =>
  /^\p{Lu}\p{Ll}/u.test(words[at] ?? '') &&
  (at > 0 ? BEFORE_PLACE.has(plain[at - 1] ?? '') : AFTER_PLACE.has(plain[1] ?? ''))

function readPlaces() {
  const path = join(packageRoot, 'src/server/modules/assistant/places.json')
  const { places, onlyWithCapital } = placesSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  const all = places.flatMap(({ names, ...where }) => names.split('|').map((name): UkPlace => ({ name, ...where })))
  const mutated = all
    .filter(({ nations }) => nations.includes('Wales'))
    .flatMap((place) => listMutations(makePlain(place.name)).map((form) => [makeKey(form), place] as const))
  return {
    places: new Map(all.map((place) => [makeKey(place.name), place])),
    mutated: new Map(mutated),
    onlyWithCapital: new Set(onlyWithCapital.split('|').map(makePlain)),
  }
}
