/** What a question is about: benefits, topics, nations, what is asked of them, and the words that are left. */
import { createNameFinder, type Meaning } from './names'
import type { Nation, Note } from './notes'
import { STATE_PENSION_AGE, type Topic } from './outOfScope'
import {
  areOfPensionAge,
  asksHow,
  describeAges,
  findAges,
  findWhether,
  findYear,
  isAfterAge,
  MIXED_AGE,
  readStanding,
} from './phrasing'
import { createPlaceFinder, type FoundPlace, type UkPlace } from './places'
import { createPhrases, type Match } from './phrases'
import { listEntries, INTENTS, type Intent } from './vocabulary'
import { isFiller, isStopWord, splitWords, stemWord, stemWords } from './words'

export interface Reading {
  readonly notes: ReadonlySet<Note>
  /** Benefits that the person already has: "gets PIP". */
  readonly aside: ReadonlySet<Note>
  /** Named only as a circumstance: "pregnant and on UC". */
  readonly isBeside: boolean
  /** Named, but without a note. */
  readonly topics: readonly Topic[]
  readonly intents: ReadonlySet<Intent>
  /** Named as such: "in Scotland". */
  readonly nations: readonly Nation[]
  /** Towns and authorities; of a move only where it leads. */
  readonly places: readonly UkPlace[]
  readonly rest: readonly string[]
  /** What a passage has to speak of to be an answer. */
  readonly parts: readonly Part[]
  /** Synonyms of these words in the notes. */
  readonly meanings: ReadonlyMap<string, readonly string[]>
  readonly words: readonly string[]
  /** Words of names that are not in their note's title: "Young Carer Grant". */
  readonly names: readonly string[]
  readonly isOfPensionAge: boolean
  /** In which a financial year begins: "in 2025 to 2026". */
  readonly year: number | undefined
}

/** Some words of a question that mean one thing, with what the notes may call it. */
export interface Part {
  readonly words: readonly string[]
  readonly meaning: readonly string[]
  /** A passage whose heading says this speaks of it. */
  readonly intent?: Intent
}

/** Learns the notes' names. */
export function createReader(notes: readonly Note[]): (question: string) => Reading {
  const findNames = createNameFinder(notes)
  const findIntents = createPhrases(listEntries(INTENTS))
  const findPlaces = createPlaceFinder()

  return (question) => {
    const words = splitWords(question)
    const found = findPlaces(question)
    const ofPlaces = new Set(found.flatMap(({ from, to }) => words.map((_, place) => place).slice(from, to)))
    const matches = findNames(words).filter(
      ({ from, to }) => ![...ofPlaces].some((place) => place >= from && place < to),
    )
    const named = readNames(words, matches)
    const { asked, aside, ofNames, ofTitles, nations, meanings } = named
    for (const place of ofPlaces) ofNames.add(place)
    const said = [...words.map((word, place) => (ofNames.has(place) ? '' : word)), ...[...meanings.values()].flat()]
    const saidOfIntents = findIntents(said)
    const { intents: readOnes, ofIntents } = readIntents(saidOfIntents, findWhether(words), asksHow(words))
    const ages = findAges(words)
    for (const word of words) if (/^\d+k$/.test(word)) meanings.set(word, ['income', 'taxable'])
    if (ages.length > 0) meanings.set(String(ages[0]), splitWords(describeAges(ages)))
    const rest = words.filter(
      (word, place) =>
        !(ages.length > 0 && isAfterAge(word)) &&
        !ofNames.has(place) &&
        !ofIntents.has(place) &&
        (!isStopWord(word) || meanings.has(word)),
    )
    const isPensionAge = (meaning: readonly string[] | undefined) => meaning?.join(' ') === 'state pension age'
    const isOnlyHad = asked.size + aside.size + named.topics.size === 0
    const isOfPensionAgeAlone = isOnlyHad && rest.length > 0 && rest.every((word) => isPensionAge(meanings.get(word)))
    const all = listParts(words, matches, saidOfIntents, rest, meanings).filter(
      ({ meaning }) => !asksOnly(findIntents(meaning), meaning),
    )
    // "How do savings affect it" asks about savings; "does it affect the other benefit" about effects.
    const isOfEffects =
      asked.size > 1 ||
      all.every(({ intent }) => intent === 'affects') ||
      saidOfIntents.some(({ value, from }) => value === 'affects' && !isEffectVerb(words[from]))
    const intents = new Set([...readOnes].filter((intent) => isOfEffects || intent !== 'affects'))
    return {
      // "Bailiffs over council tax" asks about the topic that has its own name.
      notes: named.topics.size > 0 && named.isLoose ? new Set() : asked,
      aside,
      isBeside: named.isBeside && aside.size > 0 && asked.size === 0,
      topics: isOfPensionAgeAlone ? [STATE_PENSION_AGE] : [...(isOnlyHad ? named.had : named.topics)],
      words,
      intents,
      nations,
      places: placesOf(found, words),
      meanings,
      rest,
      parts: [
        ...all.filter(({ intent }) => intent !== 'affects'),
        ...(isMove(words) && found.length + nations.length > 0 ? [MOVE] : []),
        ...named.ofTopics,
        ...(describeAges(ages) === MIXED_AGE ? [{ words: [MIXED_AGE], meaning: splitWords(MIXED_AGE) }] : []),
      ],
      year: findYear(question),
      names: words.filter(
        (word, place) => ofNames.has(place) && !ofPlaces.has(place) && !ofTitles.has(place) && !isStopWord(word),
      ),
      isOfPensionAge: ages.length > 0 ? areOfPensionAge(ages) : [...meanings.values()].some(isPensionAge),
    }
  }
}

const MOVES = new Set('move moves moved moving relocate relocates relocated symud symudodd'.split(' '))

const EFFECT_VERBS = new Set(
  'affect affects affected impact impacts reduce reduces reduced lose loses lost go'.split(' '),
)
const isEffectVerb = (word = '') => EFFECT_VERBS.has(word)

/** What a passage on a move speaks of. */
export const MOVE: Part = { words: ['moves'], meaning: [] }
const isMove = (words: readonly string[]) => words.some((word) => MOVES.has(word))

/** Of a move, where it leads. */
function placesOf(found: readonly FoundPlace[], words: readonly string[]): UkPlace[] {
  const destinations = isMove(words) ? found.filter(({ isDestination }) => isDestination) : []
  return (destinations.length > 0 ? destinations : found).map(({ place }) => place)
}

/** Whether words say what is asked and nothing else: "hawlio", which is "apply". */
const asksOnly = (intents: readonly Match<Intent>[], { length }: readonly string[]): boolean =>
  length > 0 && intents.some(({ value, from, to }) => TAKES_WORDS.has(value) && to - from === length)

/** The words that are left, those of one phrase together. */
function listParts(
  words: readonly string[],
  matches: readonly Match<Meaning>[],
  intents: readonly Match<Intent>[],
  rest: readonly string[],
  meanings: ReadonlyMap<string, readonly string[]>,
): Part[] {
  const left = new Set(rest)
  const ofPhrases = matches.flatMap(({ value, from, to }): Part[] => {
    const own = words.slice(from, to).filter((word) => left.has(word))
    if (value.kind !== 'words' || own.length === 0) return []
    for (const word of own) left.delete(word)
    return [{ words: own, meaning: splitWords(value.words) }]
  })
  const ofIntents = intents.flatMap(({ value, from, to }): Part[] => {
    const own = words.slice(from, to).filter((word) => left.has(word))
    if (own.length === 0) return []
    for (const word of own) left.delete(word)
    return [{ words: own, meaning: own.flatMap((word) => meanings.get(word) ?? []), intent: value }]
  })
  const others = [...left].filter((word) => !isFiller(word) && !/^\d/.test(word))
  return [...ofPhrases, ...ofIntents, ...others.map((word) => ({ words: [word], meaning: meanings.get(word) ?? [] }))]
}

/** Names as they stand in a question; places are indices of its words. */
function readNames(words: readonly string[], matches: readonly Match<Meaning>[]) {
  const [asked, aside] = [new Set<Note>(), new Set<Note>()]
  const [topics, had, ofTopics] = [new Set<Topic>(), new Set<Topic>(), new Array<Part>()]
  const [ofNames, ofTitles] = [new Set<number>(), new Set<number>()]
  const nations: Nation[] = []
  const meanings = new Map<string, readonly string[]>()
  let [isLoose, isBeside] = [true, true]
  for (const { value, from, to } of matches) {
    const { isOn, isHad, isCircumstance } = readStanding(words, from)
    if (value.kind === 'words') for (const word of words.slice(from, to)) meanings.set(word, splitWords(value.words))
    else for (let place = from; place < to; place++) ofNames.add(place)
    if (value.kind === 'nation') {
      nations.push(value.nation)
      for (let place = from; place < to; place++) ofTitles.add(place)
    }
    if (value.kind === 'note') {
      for (let place = from; place < to; place++)
        if (isInTitle(value.note, stemWord(words[place] ?? ''))) ofTitles.add(place)
      ;(isHad ? aside : asked).add(value.note)
      isLoose &&= value.isLoose ?? false
      isBeside &&= isCircumstance
    }
    if (value.kind === 'topic' && !isOn) {
      ;(isHad ? had : topics).add(value.topic)
      if (!isHad) ofTopics.push({ words: words.slice(from, to), meaning: [] })
    }
  }
  return { asked, aside, topics, had, ofTopics, ofNames, ofTitles, nations, meanings, isLoose, isBeside }
}

/** Also true of a word that is in none of the note's names. */
const isInTitle = ({ title, alsoCalled }: Note, term: string): boolean =>
  stemWords(title).includes(term) || !stemWords(alsoCalled.join(' ')).includes(term)

/** Unlike other intents' words, theirs say nothing about the passage. */
const TAKES_WORDS: ReadonlySet<Intent> = new Set<Intent>(['who', 'much', 'claim', 'when'])

/** @param whether places of verbs that ask whether somebody may */
function readIntents(matches: readonly Match<Intent>[], whether: readonly number[], isHowTo: boolean) {
  const [intents, ofIntents] = [new Set<Intent>(), new Set<number>(whether)]
  for (const { value, from, to } of matches) {
    intents.add(value)
    if (TAKES_WORDS.has(value)) for (let place = from; place < to; place++) ofIntents.add(place)
  }
  if (isHowTo) intents.add('claim')
  // "Can he apply" asks whether; "can he apply by phone" how.
  const isHow = isHowTo || matches.some(({ value, from }) => value === 'claim' && !whether.includes(from))
  if (whether.length > 0 && !isHow) {
    intents.delete('claim')
    intents.add('who')
  }
  return { intents, ofIntents }
}
