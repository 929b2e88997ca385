/** What a question is about: benefits, topics, nations, what is asked of them, and the words that are left. */
import { createNameFinder, type Meaning } from './names'
import type { Nation, Note } from './notes'
import { STATE_PENSION_AGE, type Topic } from './outOfScope'
import { areOfPensionAge, describeAges, findAges, findWhether, isAfterAge, readStanding } from './phrasing'
import { createPhrases, type Match } from './phrases'
import { listEntries, INTENTS, type Intent } from './vocabulary'
import { isStopWord, splitWords, stemWord, stemWords } from './words'

export interface Reading {
  readonly notes: ReadonlySet<Note>
  /** Benefits that the person already has: "gets PIP". */
  readonly aside: ReadonlySet<Note>
  /** Named only as a circumstance: "pregnant and on UC". */
  readonly isBeside: boolean
  /** Named, but without a note. */
  readonly topics: readonly Topic[]
  readonly intents: ReadonlySet<Intent>
  readonly nations: readonly Nation[]
  readonly rest: readonly string[]
  /** Synonyms of these words in the notes. */
  readonly meanings: ReadonlyMap<string, readonly string[]>
  /** Words of names that are not in their note's title: "Young Carer Grant". */
  readonly names: readonly string[]
  readonly isOfPensionAge: boolean
}

/** Learns the notes' names. */
export function createReader(notes: readonly Note[]): (question: string) => Reading {
  const findNames = createNameFinder(notes)
  const findIntents = createPhrases(listEntries(INTENTS))

  return (question) => {
    const words = splitWords(question)
    const named = readNames(words, findNames(words))
    const { asked, aside, ofNames, ofTitles, nations, meanings } = named
    const said = [...words.map((word, place) => (ofNames.has(place) ? '' : word)), ...[...meanings.values()].flat()]
    const { intents, ofIntents } = readIntents(findIntents(said), findWhether(words))
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
    return {
      // "Bailiffs over council tax" asks about the topic that has its own name.
      notes: named.topics.size > 0 && named.isLoose ? new Set() : asked,
      aside,
      isBeside: named.isBeside && aside.size > 0 && asked.size === 0,
      topics: isOfPensionAgeAlone ? [STATE_PENSION_AGE] : [...(isOnlyHad ? named.had : named.topics)],
      intents,
      nations,
      meanings,
      rest,
      names: words.filter((word, place) => ofNames.has(place) && !ofTitles.has(place) && !isStopWord(word)),
      isOfPensionAge: ages.length > 0 ? areOfPensionAge(ages) : [...meanings.values()].some(isPensionAge),
    }
  }
}

/** Names as they stand in a question; places are indices of its words. */
function readNames(words: readonly string[], matches: readonly Match<Meaning>[]) {
  const [asked, aside] = [new Set<Note>(), new Set<Note>()]
  const [topics, had] = [new Set<Topic>(), new Set<Topic>()]
  const [ofNames, ofTitles] = [new Set<number>(), new Set<number>()]
  const nations: Nation[] = []
  const meanings = new Map<string, readonly string[]>()
  let [isLoose, isBeside] = [true, true]
  for (const { value, from, to } of matches) {
    const { isOn, isHad, isCircumstance } = readStanding(words, from)
    if (value.kind === 'words') for (const word of words.slice(from, to)) meanings.set(word, splitWords(value.words))
    else for (let place = from; place < to; place++) ofNames.add(place)
    if (value.kind === 'nation') nations.push(value.nation)
    if (value.kind === 'note') {
      for (let place = from; place < to; place++)
        if (isInTitle(value.note, stemWord(words[place] ?? ''))) ofTitles.add(place)
      ;(isHad ? aside : asked).add(value.note)
      isLoose &&= value.isLoose ?? false
      isBeside &&= isCircumstance
    }
    if (value.kind === 'topic' && !isOn) (isHad ? had : topics).add(value.topic)
  }
  return { asked, aside, topics, had, ofNames, ofTitles, nations, meanings, isLoose, isBeside }
}

/** Also true of a word that is in none of the note's names. */
const isInTitle = ({ title, alsoCalled }: Note, term: string): boolean =>
  stemWords(title).includes(term) || !stemWords(alsoCalled.join(' ')).includes(term)

/** Unlike other intents' words, theirs say nothing about the passage. */
const TAKES_WORDS: ReadonlySet<Intent> = new Set<Intent>(['who', 'much', 'claim'])

/** @param whether places of verbs that ask whether somebody may */
function readIntents(matches: readonly Match<Intent>[], whether: readonly number[]) {
  const [intents, ofIntents] = [new Set<Intent>(), new Set<number>(whether)]
  for (const { value, from, to } of matches) {
    intents.add(value)
    if (TAKES_WORDS.has(value)) for (let place = from; place < to; place++) ofIntents.add(place)
  }
  if (whether.length > 0) intents.add('who')
  return { intents, ofIntents }
}
