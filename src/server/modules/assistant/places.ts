/** UK towns, authorities and regions. Sources and licences: places.json. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { packageRoot } from '../../lib/root'
import { NATIONS, type Nation } from './notes'
import { listMutations } from './mutations'
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

const nation = z.enum(NATIONS)
const placesSchema = z.object({
  towns: z.record(nation, z.string()),
  inTwoNations: z.record(z.string(), z.object({ nations: z.array(nation), isMostlyTheFirst: z.boolean() })),
  onlyWithCapital: z.string(),
})

const LONGEST_NAME = 6
const TITLES = new Set('mr mrs ms mx miss dr'.split(' '))
const BEFORE_PLACE = new Set('in at from to near of for around outside yn yng ym o i ger'.split(' '))
/** Welsh mutates names after these. */
const MUTATING = new Set('yn yng ym o i'.split(' '))
const AFTER_PLACE = new Set('council borough resident residents'.split(' '))

const plainOf = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const keyOf = (name: string): string => splitCased(name).map(plainOf).join(' ')

/** Reads the list once. @returns finds a question's places */
export function createPlaceFinder() {
  const { places, mutated, onlyWithCapital } = readPlaces()

  return (question: string): FoundPlace[] => {
    const words = splitCased(question)
    const plain = words.map(plainOf)
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
  (at > 0 ? BEFORE_PLACE.has(plain[at - 1] ?? '') || isSpoken(words) : AFTER_PLACE.has(plain[1] ?? ''))

/** No heading with capitals throughout. */
const isSpoken = (words: readonly string[]): boolean =>
  words.filter((word) => /^\p{Ll}/u.test(word)).length * 2 > words.length

type Places = ReadonlyMap<string, UkPlace>
let read: { places: Places; mutated: Places; onlyWithCapital: ReadonlySet<string> } | undefined

function readPlaces() {
  if (read) return read
  const path = join(packageRoot, 'src/server/modules/assistant/places.json')
  const { towns, inTwoNations, onlyWithCapital } = placesSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  const all: UkPlace[] = [
    ...NATIONS.flatMap((nation) =>
      towns[nation].split('|').map((name) => ({ name, nations: [nation], isMostlyTheFirst: true })),
    ),
    ...Object.entries(inTwoNations).map(([name, where]) => ({ name, ...where })),
  ]
  const mutated = all
    .filter(({ nations }) => nations.includes('Wales'))
    .flatMap((place) => listMutations(plainOf(place.name)).map((form) => [keyOf(form), place] as const))
  const places = new Map(all.map((place) => [keyOf(place.name), place]))
  read = { places, mutated: new Map(mutated), onlyWithCapital: new Set(onlyWithCapital.split('|').map(plainOf)) }
  return read
}
