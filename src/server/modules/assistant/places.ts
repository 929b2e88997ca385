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
  /** "moved to Leeds" */
  readonly isDestination: boolean
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
const TO = new Set('to for i'.split(' '))

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
        found.push({ place, from, to, isDestination: TO.has(before) })
        from = to - 1
        break
      }
    }
    return found
  }
}

/** Tells "in Reading" from "reading". */
const isMeant = (words: readonly string[], plain: readonly string[], place: number): boolean =>
  /^\p{Lu}\p{Ll}/u.test(words[place] ?? '') &&
  (place > 0 ? BEFORE_PLACE.has(plain[place - 1] ?? '') || isSpoken(words) : AFTER_PLACE.has(plain[1] ?? ''))

/** No heading with capitals throughout. */
const isSpoken = (words: readonly string[]): boolean =>
  words.filter((word) => /^\p{Ll}/u.test(word)).length * 2 > words.length

/** Words of all names, for spelling. */
export function listPlaceWords(): string[] {
  return [...readPlaces().places.keys()].flatMap((key) => key.split(' '))
}

interface Places {
  readonly places: ReadonlyMap<string, UkPlace>
  readonly mutated: ReadonlyMap<string, UkPlace>
  readonly onlyWithCapital: ReadonlySet<string>
}
let read: Places | undefined

function readPlaces(): Places {
  return (read ??= makePlaces())
}

function makePlaces(): Places {
  const path = join(packageRoot, 'src/server/modules/assistant/places.json')
  const file = placesSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  const places = new Map<string, UkPlace>()
  for (const nation of NATIONS)
    for (const name of file.towns[nation].split('|'))
      places.set(keyOf(name), { name, nations: [nation], isMostlyTheFirst: true })
  for (const [name, where] of Object.entries(file.inTwoNations)) places.set(keyOf(name), { name, ...where })
  const mutated = new Map<string, UkPlace>()
  for (const place of places.values())
    if (place.nations.includes('Wales'))
      for (const form of listMutations(plainOf(place.name)))
        if (!places.has(keyOf(form))) mutated.set(keyOf(form), place)
  return { places, mutated, onlyWithCapital: new Set(file.onlyWithCapital.split('|').map(plainOf)) }
}
