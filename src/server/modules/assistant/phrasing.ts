/** What the words around a benefit's name say of it, and the ages that a question gives. */
/** Precedes a benefit that a person has: "on UC". */
const ON = new Set('on receiving receives already receipt awarded'.split(' '))
/** Precedes a benefit that a person has or asks for: "gets PIP". */
const HAVING = new Set([...ON, ...'with without no having has have had get gets getting claims'.split(' ')])
/** Precedes what a person may do: "can we have", "should she get". */
const MAY = new Set('can could may might should would able to'.split(' '))
/** "Does she get" also asks whether, but not who may. */
const DO = new Set('do does did'.split(' '))
const DO_OR_MAY = new Set([...MAY, ...DO, 'is', 'are'])
/** Precedes a circumstance: "if her gran gets AA". */
const IF = new Set('if because since'.split(' '))
const MAY_HAVE = new Set('get have receive claim apply qualify be'.split(' '))
/** How far such a verb may follow: "can someone aged 63 apply". */
const REACH = 10
/** Between them, starts a clause of its own: "can someone who has PIP". */
const CLAUSE = new Set('who that if when while because and but'.split(' '))
/** Before "can", ask for something other than whether. */
const NOT_WHETHER = new Set('how what much many where when which long often'.split(' '))
const BEFORE_ON = new Set(
  `and is am im are hes shes he she they we i be been was were already currently who someone somebody anyone those people
  person family families household mum dad mother father client resident tenant pupil parent parents couple`.split(
    /\s+/,
  ),
)
const BETWEEN = new Set('a an the my her his their our some any full only of in'.split(' '))

/** What the notes call a couple with one partner under State Pension age. */
export const MIXED_AGE = 'mixed-age couple partner younger'
const PENSION_AGE = 66
const ADULT = 18
/** From here on, an age is mentioned because of State Pension age. */
const NEARING_PENSION_AGE = 55
const OLDEST = 110
const BEFORE_AGE = new Set(
  'is am are only aged age hes shes he she im and my wife husband partner mum dad client over turns turn reaches'.split(
    ' ',
  ),
)
const AFTER_AGE = new Set('year years yr yrs yo old'.split(' '))

/** Where a benefit is one that the person has, or a circumstance of what is asked about. */
export interface NameStanding {
  /** "on UC" */
  readonly isOn: boolean
  /** "gets PIP" */
  readonly isHad: boolean
  /** "if her gran gets AA", "pregnant and on UC" */
  readonly isCircumstance: boolean
}

/** How the benefit stands whose name begins at this word. */
export function readStanding(words: readonly string[], from: number): NameStanding {
  const isOn = isAfter(ON, words, from) && !asksWhatIsOn(words, from)
  const isHad = isOn || (isAfter(HAVING, words, from) && !mayHave(words, placeBefore(words, from)))
  return { isOn, isHad, isCircumstance: isHad && (isIf(words, from) || (isOn && isBesideOn(words, from))) }
}

const CLAIMING = new Set('claim claimed apply get start hawlio'.split(' '))

/** "How does she claim it", but not "how much does she get". */
export const asksHow = (words: readonly string[]): boolean =>
  words.some(
    (word, place) =>
      word === 'how' &&
      DO_OR_MAY.has(words[place + 1] ?? '') &&
      words.slice(place + 2, place + 6).some((verb) => CLAIMING.has(verb)),
  )

/** Places of verbs that ask whether somebody may: "can someone aged 63 apply". */
export const findWhether = (words: readonly string[]): number[] =>
  [...words.keys()].filter((place) => asksWhether(words, place))

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
function isBesideOn(words: readonly string[], from: number): boolean {
  const before = placeBefore(words, from)
  return words[before] !== 'on' || BEFORE_ON.has(words[before - 1] ?? '')
}

function placeBefore(words: readonly string[], from: number): number {
  let before = from - 1
  while (before > 0 && BETWEEN.has(words[before] ?? '')) before--
  return before
}

/** Ages of adults. */
export const findAges = (words: readonly string[]): number[] =>
  words.flatMap((word, place) => {
    const age = /^\d{2,3}$/.test(word) ? Number(word) : 0
    const isAge = BEFORE_AGE.has(words[place - 1] ?? '') || AFTER_AGE.has(words[place + 1] ?? '')
    return isAge && age >= ADULT && age <= OLDEST ? [age] : []
  })

/** Words of the notes that an age leads to. */
export function describeAges(ages: readonly number[]): string {
  const [youngest, oldest] = [Math.min(...ages), Math.max(...ages)]
  if (oldest < PENSION_AGE) return oldest < NEARING_PENSION_AGE ? '' : 'state pension age'
  return youngest < PENSION_AGE ? MIXED_AGE : 'state pension age'
}

/** Whether all of these ages are of State Pension age. */
export const areOfPensionAge = (ages: readonly number[]): boolean => Math.min(...ages) >= PENSION_AGE

/** "years old" after an age. */
export const isAfterAge = (word: string): boolean => AFTER_AGE.has(word)

/** In which the notes' rates begin. */
export const CURRENT_YEAR = 2026

/** A financial year of benefit rates: "2025 to 2026", "in 2025", "2025/26", "last year". */
export function findYear(question: string): number | undefined {
  if (/\b(?:last|previous) year|\bllynedd\b/i.test(question)) return CURRENT_YEAR - 1
  if (/\bnext year\b/i.test(question)) return CURRENT_YEAR + 1
  const [, year] = /(?<![\d/.£,-])(20[1-3]\d)(?![\d,])/.exec(question) ?? []
  return year === undefined ? undefined : Number(year)
}
