import { createNameFinder, type Meaning } from './names'
import { asksWhichBenefit, findNeed } from './needs'
import type { Nation, Note } from './notes'
import { STATE_PENSION_AGE, type Topic } from './outOfScope'
import {
  areOfPensionAge,
  asksHow,
  asksHowLong,
  asksHowMany,
  describeAges,
  findAges,
  findWhether,
  findYear,
  isAfterAge,
  isConjunction,
  MIXED_AGE,
  readStanding,
  spellOutNumbers,
} from './phrasing'
import { createPlaceFinder, type FoundPlace, type UkPlace } from './places'
import { createPhrases, type Match } from './phrases'
import { INTENTS, listEntries, type Intent } from './vocabulary'
import { isFiller, isStopWord, splitWords, stemWord, stemWords } from './words'

export interface Reading {
  readonly notes: ReadonlySet<Note>
  /** Benefits that the person already has: "gets PIP". */
  readonly aside: ReadonlySet<Note>
  /**
   * Those a passage must mention: the benefits asked about and, where only benefits are asked about, the person's own.
   * For an effect, the cause comes first.
   */
  readonly benefits: readonly Benefit[]
  /** Named only as a circumstance: "pregnant and on UC". */
  readonly isBeside: boolean
  readonly topics: readonly Topic[]
  readonly intents: ReadonlySet<Intent>
  readonly nations: readonly Nation[]
  /** Of a move, only the destination. */
  readonly places: readonly UkPlace[]
  readonly rest: readonly string[]
  readonly parts: readonly Part[]
  /** Synonyms of these words in the notes. */
  readonly meanings: ReadonlyMap<string, readonly string[]>
  readonly words: readonly string[]
  /** Words of names that the note's title lacks: "Young Carer Grant". */
  readonly names: readonly string[]
  readonly isOfPensionAge: boolean
  /** First year of a financial year. */
  readonly year: number | undefined
}

/** The notes a name stands for: "council tax" may be a reduction or a discount. */
export type Benefit = readonly Note[]

export interface Part {
  readonly words: readonly string[]
  readonly meaning: readonly string[]
  /** A heading with this intent covers it. */
  readonly intent?: Intent
}

/** Learns the notes' names; the result reads questions. */
export function createReader(notes: readonly Note[]): (question: string) => Reading {
  const findNames = createNameFinder(notes)
  const findIntents = createPhrases(listEntries(INTENTS))
  const findPlaces = createPlaceFinder()
  const inHeadings = new Set(notes.flatMap(({ sections }) => sections.flatMap(({ heading }) => stemWords(heading))))
  const isMatter = ({ words, meaning }: Part) => [...words, ...meaning].some((word) => inHeadings.has(stemWord(word)))

  return (written) => {
    const question = spellOutNumbers(written)
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
    const saidOfIntents = findIntents(said).filter(({ value, from }) => value !== 'when' || !isConjunction(words, from))
    const { intents: readOnes, ofIntents } = readIntents(saidOfIntents, findWhether(words), asksHow(words))
    const ages = findAges(words)
    for (const word of words) if (/^\d+k$/.test(word)) meanings.set(word, ['income', 'taxable'])
    const asksWhich = asksWhichBenefit(words)
    const mayBeNeed = asked.size + named.topics.size === 0 && (aside.size === 0 || asksWhich)
    const need = mayBeNeed ? findNeed([...meanings.values()], ages, asksWhich) : undefined
    if (ages.length > 0 && !need) meanings.set(String(ages[0]), splitWords(describeAges(ages)))
    for (const note of notes) if (note.title === need?.title) asked.add(note)
    const rest = words.filter(
      (word, place) =>
        !(ages.length > 0 && isAfterAge(word)) &&
        !(need && meanings.get(word)?.join(' ').startsWith(need.meaning)) &&
        !ofNames.has(place) &&
        !ofIntents.has(place) &&
        (!isStopWord(word) || meanings.has(word)),
    )
    const isPensionAge = (meaning: readonly string[] | undefined) => meaning?.join(' ') === 'state pension age'
    const isOnlyHad = asked.size + aside.size + named.topics.size === 0
    const isOfPensionAgeAlone = isOnlyHad && rest.length > 0 && rest.every((word) => isPensionAge(meanings.get(word)))
    const isMoving = isMove(words, found.length + nations.length)
    const all = listParts(words, matches, saidOfIntents, rest, meanings).filter(
      (part) =>
        !asksOnly(findIntents(part.meaning), part.meaning) &&
        !(asked.size > 0 && readOnes.size > 0 && isPensionAge(part.meaning)) &&
        !(need && asksWhich && !isMatter(part)) &&
        !(isMoving && part.words.every((word) => OF_MOVE.has(word))),
    )
    if (asked.size + aside.size > 1 && words.some((word) => CHANGES.has(word))) readOnes.add('affects')
    // "How do savings affect it" is about savings; "does it affect the other benefit" about effects.
    const isOfEffects =
      asked.size + aside.size > 1 ||
      all.every(({ intent }) => intent === 'affects') ||
      saidOfIntents.some(({ value, from }) => value === 'affects' && !isEffectVerb(said[from]))
    const intents = new Set([...readOnes].filter((intent) => isOfEffects || intent !== 'affects'))
    const isOfBenefitsAlone = all.length === 0 && [...intents].every((intent) => intent === 'affects')
    return {
      // "Bailiffs over council tax" is about the topic with its own name.
      notes: named.topics.size > 0 && named.isLoose ? new Set() : asked,
      aside,
      benefits: named.benefits.filter(([note]) => note && (isOfBenefitsAlone || asked.has(note))),
      isBeside: named.isBeside && aside.size > 0 && asked.size === 0,
      topics: isOfPensionAgeAlone ? [STATE_PENSION_AGE] : [...(isOnlyHad ? named.had : named.topics)],
      words,
      intents,
      nations,
      places: placesOf(found, isMoving),
      meanings,
      rest,
      parts: [
        ...all.filter(({ intent }) => intent !== 'affects'),
        ...(isMoving ? [MOVE] : []),
        ...(asksHowLong(words) ? [WAIT] : []),
        ...(asksHowMany(words) ? [STATISTICS] : []),
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

const MOVES = new Set('move moves moved moving relocate relocates relocated relocating symud symudodd'.split(' '))
const LEAVES = new Set('leave leaves leaving left'.split(' '))
const OF_MOVE = new Set([...MOVES, ...LEAVES, ...'transfer transfers transferred'.split(' ')])

const EFFECT_VERBS = new Set(
  'affect affects affected impact impacts reduce reduces reduced lose loses lost go'.split(' '),
)
const CHANGES = new Set('cut deducted increase increases increased raise raises raised boost boosts'.split(' '))
const isEffectVerb = (word = '') => EFFECT_VERBS.has(word)

/** Matches passages on a move. */
export const MOVE: Part = { words: ['moves'], meaning: [] }
/** @param places named: "leaves Cardiff for Falkirk" has two, "leaves hospital in Leeds" one */
const isMove = (words: readonly string[], places: number) =>
  (places > 0 && words.some((word) => MOVES.has(word))) || (places > 1 && words.some((word) => LEAVES.has(word)))

const WAIT: Part = { words: ['wait'], meaning: [] }
const STATISTICS: Part = { words: ['statistics'], meaning: [] }

function placesOf(found: readonly FoundPlace[], isMoving: boolean): UkPlace[] {
  const destinations = isMoving ? found.filter(({ isDestination }) => isDestination) : []
  return (destinations.length > 0 ? destinations : found).map(({ place }) => place)
}

const asksOnly = (intents: readonly Match<Intent>[], { length }: readonly string[]): boolean =>
  length > 0 &&
  intents.some(({ value, from, to }) => (TAKES_WORDS.has(value) || value === 'affects') && to - from === length)

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

function readNames(words: readonly string[], matches: readonly Match<Meaning>[]) {
  const [asked, aside] = [new Set<Note>(), new Set<Note>()]
  const [topics, had, ofTopics] = [new Set<Topic>(), new Set<Topic>(), new Array<Part>()]
  const [ofNames, ofTitles] = [new Set<number>(), new Set<number>()]
  const nations: Nation[] = []
  const named: NamedNote[] = []
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
      named.push({ note: value.note, from, to })
      isLoose &&= value.isLoose ?? false
      isBeside &&= isCircumstance
    }
    if (value.kind === 'topic' && !isOn) {
      ;(isHad ? had : topics).add(value.topic)
      if (!isHad) ofTopics.push({ words: [value.topic.name], meaning: [] })
    }
    if (value.kind === 'note' && hasHeading(value.note, words.slice(from, to)))
      ofTopics.push({ words: words.slice(from, to), meaning: [] })
  }
  return {
    asked,
    aside,
    benefits: listBenefits(named, words),
    topics,
    had,
    ofTopics,
    ofNames,
    ofTitles,
    nations,
    meanings,
    isLoose,
    isBeside,
  }
}

const hasHeading = ({ sections }: Note, name: readonly string[]): boolean =>
  sections.some(({ heading }) => splitWords(heading).map(stemWord).join(' ') === name.map(stemWord).join(' '))

interface NamedNote {
  readonly note: Note
  /** Word indices, `to` exclusive. */
  readonly from: number
  readonly to: number
}

const BEFORE_CAUSE = new Set('if when by because'.split(' '))

/** "A or B" matches either. "Does B go up if somebody gets A" is read as "does A affect B": the cause comes first. */
function listBenefits(named: readonly NamedNote[], words: readonly string[]): Benefit[] {
  const cause = words.findIndex((word) => BEFORE_CAUSE.has(word))
  const groups: NamedNote[][] = []
  for (const one of named) {
    const last = groups.at(-1)?.at(-1)
    const isSame = last?.from === one.from || (last?.to === one.from - 1 && words[last.to] === 'or')
    if (isSame) groups.at(-1)?.push(one)
    else groups.push([one])
  }
  const isCause = ([first]: readonly NamedNote[]) => cause >= 0 && (first?.from ?? 0) > cause
  return [...groups.filter(isCause), ...groups.filter((group) => !isCause(group))].map((group) =>
    group.map(({ note }) => note),
  )
}

const isInTitle = ({ title, alsoCalled }: Note, term: string): boolean =>
  stemWords(title).includes(term) || !stemWords(alsoCalled.join(' ')).includes(term)

const TAKES_WORDS: ReadonlySet<Intent> = new Set<Intent>(['who', 'much', 'claim', 'when'])

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
