import type { Nation, Note } from './notes'
import { OUT_OF_SCOPE, STATE_PENSION_AGE, type Topic } from './outOfScope'
import { createPhrases, mutationsOf } from './phrases'
import { entriesOf, INTENTS, MEANINGS, NATION_WORDS, WELSH, type Intent } from './vocabulary'
import { isStopWord, split, termOf, termsOf } from './words'

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

type Meaning =
  | { kind: 'note'; note: Note; isLoose?: true }
  | { kind: 'topic'; topic: Topic }
  | { kind: 'nation'; nation: Nation }
  | { kind: 'words'; words: string }

/** Precedes a benefit that a person has: "on UC". */
const ON = new Set('on receiving receives already receipt awarded'.split(' '))
/** Precedes a benefit that a person has or asks for: "gets PIP". */
const HAVING = new Set([...ON, ...'with without no having has have had get gets getting claims'.split(' ')])
/** Precedes what a person may do: "can we have", "should she get". */
const MAY = new Set('can could may might should would able to'.split(' '))
/** "Does she get" also asks whether, but not who may. */
const DO = new Set('do does did'.split(' '))
/** Precedes a circumstance: "if her gran gets AA". */
const IF = new Set('if because since'.split(' '))
const MAY_HAVE = new Set('get have receive claim apply qualify be'.split(' '))
/** How far such a verb may follow: "can someone aged 63 apply". */
const REACH = 10
/** Between them, starts a clause of its own: "can someone who has PIP". */
const CLAUSE = new Set('who that if when while because and but with'.split(' '))
/** Before "can", ask for something other than whether. */
const NOT_WHETHER = new Set('how what much many where when which long often'.split(' '))
const BEFORE_ON = new Set(
  `and is am im are hes shes he she they we i be been was were already currently who someone somebody anyone those people
  person family families household mum dad mother father client resident tenant pupil parent parents couple`.split(
    /\s+/,
  ),
)
const BETWEEN = new Set('a an the my her his their our some any full only of in'.split(' '))

const PENSION_AGE = 66
const ADULT = 18
/** From here on, an age is mentioned because of State Pension age. */
const NEARING_PENSION_AGE = 55
const OLDEST = 110
const BEFORE_AGE = new Set(
  'is am are aged age hes shes he she im and my wife husband partner mum dad client over turns turn reaches'.split(' '),
)
const AFTER_AGE = new Set('year years yr yrs yo old'.split(' '))

/** Learns the notes' names. */
export function createReader(notes: readonly Note[]): (question: string) => Reading {
  const names = notes.flatMap((note) =>
    [note.title, ...note.alsoCalled].map((name): [string, Meaning] => [name, { kind: 'note', note }]),
  )
  const noteNamed = new Set(names.map(([name]) => keyOf(name)))
  const topics = OUT_OF_SCOPE.flatMap((topic) =>
    [
      topic.name,
      ...topic.alsoCalled.split(','),
      ...(topic.welsh ?? '').split(',').flatMap((name) => mutationsOf(name.trim())),
    ]
      .map((name) => name.trim())
      .filter((name) => name !== '' && !noteNamed.has(keyOf(name)))
      .map((name): [string, Meaning] => [name, { kind: 'topic', topic }]),
  )
  const own: [string, Meaning][] = [
    ...names,
    ...topics,
    ...entriesOf(NATION_WORDS).map(([phrase, nation]): [string, Meaning] => [phrase, { kind: 'nation', nation }]),
  ]
  const welsh = entriesOf(WELSH).flatMap(([phrase, meaning]) =>
    mutationsOf(phrase).map((form) => [form, meaning] as const),
  )
  const intentsIn = createPhrases(entriesOf(INTENTS))
  const ownIn = createPhrases(own)
  // A meaning may be a name or a nation; otherwise it is words to search for.
  const meant = (
    [phrase, meaning]: readonly [string, string],
    loosely = (value: Meaning): Meaning => value,
  ): [string, Meaning][] => {
    const words = split(meaning)
    const whole = ownIn(words).filter(({ from, to }) => from === 0 && to === words.length)
    return whole.length > 0
      ? whole.map(({ value }) => [phrase, loosely(value)])
      : [[phrase, { kind: 'words', words: meaning }]]
  }
  const phrasesIn = createPhrases<Meaning>([
    ...own,
    ['state pension age', { kind: 'words', words: 'state pension age' }],
    ...entriesOf(MEANINGS).flatMap((entry) => meant(entry, asLoose)),
    ...welsh.flatMap((entry) => meant(entry)),
  ])

  return (question) => {
    const words = split(question)
    let isLoose = true
    const [asked, aside] = [new Set<Note>(), new Set<Note>()]
    const [topics, had] = [new Set<Topic>(), new Set<Topic>()]
    const nations: Nation[] = []
    const meanings = new Map<string, readonly string[]>()
    const [ofNames, ofTitles, ofIntents] = [new Set<number>(), new Set<number>(), new Set<number>()]
    let isBeside = true
    for (const { value, from, to } of phrasesIn(words)) {
      const isOn = isAfter(ON, words, from) && !asksWhatIsOn(words, from)
      const isHad = isOn || (isAfter(HAVING, words, from) && !mayHave(words, placeBefore(words, from)))
      if (value.kind === 'words') for (const word of words.slice(from, to)) meanings.set(word, split(value.words))
      else for (let place = from; place < to; place++) ofNames.add(place)
      if (value.kind === 'nation') nations.push(value.nation)
      if (value.kind === 'note') {
        const title = termsOf(value.note.title)
        const called = termsOf(value.note.alsoCalled.join(' '))
        for (let place = from; place < to; place++) {
          const term = termOf(words[place] ?? '')
          if (title.includes(term) || !called.includes(term)) ofTitles.add(place)
        }
        ;(isHad ? aside : asked).add(value.note)
        isLoose &&= value.isLoose ?? false
        isBeside &&= isHad && (isIf(words, from) || (isOn && isCircumstance(words, from)))
      }
      if (value.kind === 'topic' && !isOn) (isHad ? had : topics).add(value.topic)
    }
    const isOnlyBeside = isBeside && aside.size > 0 && asked.size === 0
    const isOnlyHad = asked.size + aside.size + topics.size === 0
    const intents = new Set<Intent>()
    const said = [...words.map((word, place) => (ofNames.has(place) ? '' : word)), ...[...meanings.values()].flat()]
    for (const { value, from, to } of intentsIn(said)) {
      intents.add(value)
      if (TAKES_WORDS.has(value)) for (let place = from; place < to; place++) ofIntents.add(place)
    }
    for (const [place] of words.entries()) {
      if (!asksWhether(words, place)) continue
      intents.add('who')
      ofIntents.add(place)
    }
    const ages = agesIn(words)
    for (const word of words) if (/^\d+k$/.test(word)) meanings.set(word, ['income', 'taxable'])
    if (ages.length > 0) meanings.set(String(ages[0]), split(wordsOfAges(ages)))
    const rest = words.filter(
      (word, place) =>
        !(ages.length > 0 && AFTER_AGE.has(word)) &&
        !ofNames.has(place) &&
        !ofIntents.has(place) &&
        (!isStopWord(word) || meanings.has(word)),
    )
    const isOfPensionAgeAlone =
      isOnlyHad && rest.length > 0 && rest.every((word) => meanings.get(word)?.join(' ') === 'state pension age')
    // "Bailiffs over council tax" asks about the topic that has its own name.
    if (topics.size > 0 && isLoose) asked.clear()
    return {
      notes: asked,
      aside,
      isBeside: isOnlyBeside,
      topics: isOfPensionAgeAlone ? [STATE_PENSION_AGE] : [...(isOnlyHad ? had : topics)],
      intents,
      nations,
      meanings,
      rest,
      names: words.filter((word, place) => ofNames.has(place) && !ofTitles.has(place) && !isStopWord(word)),
      isOfPensionAge:
        ages.length > 0
          ? Math.min(...ages) >= PENSION_AGE
          : [...meanings.values()].some((meaning) => meaning.join(' ') === 'state pension age'),
    }
  }
}

const asLoose = (value: Meaning): Meaning => (value.kind === 'note' ? { ...value, isLoose: true } : value)

/** Unlike other intents' words, theirs say nothing about the passage. */
const TAKES_WORDS: ReadonlySet<Intent> = new Set<Intent>(['who', 'much', 'claim'])

const keyOf = (name: string): string => split(name).map(termOf).join(' ')

function isAfter(some: ReadonlySet<string>, words: readonly string[], from: number): boolean {
  return some.has(words[placeBefore(words, from)] ?? '')
}

/** Index of "can" in "can we both have", else -1. @param verb index of "have" */
function placeOfMay(words: readonly string[], verb: number): number {
  if (!MAY_HAVE.has(words[verb] ?? '')) return -1
  for (let place = verb - 1; place >= Math.max(0, verb - REACH); place--) {
    const word = words[place] ?? ''
    if (CLAUSE.has(word)) return -1
    if (MAY.has(word) || DO.has(word)) return place
  }
  return -1
}

const mayHave = (words: readonly string[], verb: number): boolean => placeOfMay(words, verb) >= 0

const isIf = (words: readonly string[], from: number): boolean =>
  words.slice(Math.max(0, placeBefore(words, from) - 3), from).some((word) => IF.has(word))

/** "Can someone aged 63 apply", but not "how can he apply". */
function asksWhether(words: readonly string[], verb: number): boolean {
  const may = placeOfMay(words, verb)
  return may >= 0 && words[may] !== 'to' && !DO.has(words[may] ?? '') && !NOT_WHETHER.has(words[may - 1] ?? '')
}

/** "How much is on the card". */
function asksWhatIsOn(words: readonly string[], from: number): boolean {
  const before = placeBefore(words, from)
  return words[before] === 'on' && words[before - 1] === 'is' && NOT_WHETHER.has(words[before - 2] ?? '')
}

/** "And on UC", but not "a discount on council tax". */
function isCircumstance(words: readonly string[], from: number): boolean {
  const before = placeBefore(words, from)
  return words[before] !== 'on' || BEFORE_ON.has(words[before - 1] ?? '')
}

function placeBefore(words: readonly string[], from: number): number {
  let before = from - 1
  while (before > 0 && BETWEEN.has(words[before] ?? '')) before--
  return before
}

const agesIn = (words: readonly string[]): number[] =>
  words.flatMap((word, place) => {
    const age = /^\d{2,3}$/.test(word) ? Number(word) : 0
    const isAge = BEFORE_AGE.has(words[place - 1] ?? '') || AFTER_AGE.has(words[place + 1] ?? '')
    return isAge && age >= ADULT && age <= OLDEST ? [age] : []
  })

function wordsOfAges(ages: readonly number[]): string {
  const [youngest, oldest] = [Math.min(...ages), Math.max(...ages)]
  if (oldest < PENSION_AGE) return oldest < NEARING_PENSION_AGE ? '' : 'state pension age'
  return youngest < PENSION_AGE ? 'mixed-age couple partner younger' : 'state pension age'
}
