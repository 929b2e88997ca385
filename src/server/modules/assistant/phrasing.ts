const ON = new Set('on receiving receives already receipt awarded'.split(' '))
/** Before a benefit that a person has or asks for: "gets PIP". */
const HAVING = new Set([...ON, ...'with without no having has have had get gets getting claims'.split(' ')])
const MAY = new Set('can could may might should would able to'.split(' '))
/** "Does she get" also asks whether, but not who may. */
const DO = new Set('do does did'.split(' '))
const DO_OR_MAY = new Set([...MAY, ...DO, 'is', 'are'])
const IF = new Set('if because since'.split(' '))
const MAY_HAVE = new Set('get have receive claim apply qualify be'.split(' '))
/** Words between "can" and its verb. */
const REACH = 10
/** Starts a clause of its own. */
const CLAUSE = new Set('who that if when while because and but'.split(' '))
/** Before "can", these ask something other than whether. */
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
/** From this age, State Pension age is likely meant. */
const NEARING_PENSION_AGE = 55
const OLDEST = 110
const BEFORE_AGE = new Set(
  'is am are only aged age hes shes he she im and my wife husband partner mum dad client over turns turn reaches yn'.split(
    ' ',
  ),
)
const AFTER_AGE = new Set('year years yr yrs yo old oed mlwydd'.split(' '))
/** "A resident of 71", but not "a stay of 28". */
const AGED = new Set(
  'resident man woman client person lady gentleman pensioner someone somebody one anybody anyone'.split(' '),
)

/** "On UC", "gets PIP", or a circumstance such as "pregnant and on UC". */
export interface NameStanding {
  readonly isOn: boolean
  readonly isHad: boolean
  readonly isCircumstance: boolean
}

/** How the benefit named from this word on is used. */
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

/** Positions of verbs that ask whether somebody may. */
export const findWhether = (words: readonly string[]): number[] =>
  [...words.keys()].filter((place) => asksWhether(words, place))

function isAfter(some: ReadonlySet<string>, words: readonly string[], from: number): boolean {
  return some.has(words[placeBefore(words, from)] ?? '')
}

/** Index of "can" in "can we both have", else -1. */
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

function asksWhether(words: readonly string[], verb: number): boolean {
  const may = placeOfMay(words, verb)
  return may >= 0 && words[may] !== 'to' && !DO.has(words[may] ?? '') && !NOT_WHETHER.has(words[may - 1] ?? '')
}

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

const SOMEBODY = new Set('i you we they he she someone somebody anyone my her his their'.split(' '))

/** "What happens when you move" does not ask when. */
export const isConjunction = (words: readonly string[], place: number): boolean =>
  words[place] === 'when' && place > 0 && SOMEBODY.has(words[place + 1] ?? '')

/** "How long does it take". */
export const asksHowLong = (words: readonly string[]): boolean =>
  /\b(?:long|soon|quickly|fast)\b/.test(words.join(' ')) && words.some((word) => WAITING.has(word))
const WAITING = new Set('take takes process processed decide decided decision wait hear'.split(' '))

const COUNTED = new Set('people pensioners residents households families claimants children'.split(' '))

/** "How many pensioners claim it", "what percentage". */
export const asksHowMany = (words: readonly string[]): boolean =>
  words.some((word, place) =>
    word === 'many'
      ? COUNTED.has(words[place + 1] ?? '')
      : /^(?:percentage|proportion|share)$/.test(word) && COUNTED.has(words[place + 2] ?? ''),
  )

/** Ages of adults. */
export const findAges = (words: readonly string[]): number[] =>
  words.flatMap((word, place) => {
    const age = /^\d{2,3}$/.test(word) ? Number(word) : 0
    const isOf = words[place - 1] === 'of' && AGED.has(words[place - 2] ?? '')
    const isAge = isOf || BEFORE_AGE.has(words[place - 1] ?? '') || AFTER_AGE.has(words[place + 1] ?? '')
    return isAge && age >= ADULT && age <= OLDEST ? [age] : []
  })

const TENS: Readonly<Record<string, string>> = { sevent: '70', eight: '80', ninet: '90' }

/** Marks ages and hours: "82yo", "cares 50 hours". */
export const spellOutNumbers = (question: string): string =>
  question
    .replace(/(?:, ?|\()(\d{2,3})(?=[,)])/g, ' aged $1')
    .replace(/\b(\d{2,3}) ?(?:yo|y\/o|yr ?old)\b/gi, '$1 years old')
    .replace(
      /\bin (?:his|her|their) (?:early |mid |late )?(sevent|eight|ninet)ies\b/gi,
      (_, tens: string) => `aged ${TENS[tens.toLowerCase()] ?? ''}`,
    )
    .replace(/\b(care|cares|caring) (\d{2}) ?(hours|hrs)\b/gi, '$1 for $2 $3')

/** Words of the notes that an age leads to. */
export function describeAges(ages: readonly number[]): string {
  const [youngest, oldest] = [Math.min(...ages), Math.max(...ages)]
  if (oldest < PENSION_AGE) return oldest < NEARING_PENSION_AGE ? '' : 'state pension age'
  return youngest < PENSION_AGE ? MIXED_AGE : 'state pension age'
}

/** Whether all are of State Pension age. */
export const areOfPensionAge = (ages: readonly number[]): boolean => Math.min(...ages) >= PENSION_AGE

/** "years old" after an age. */
export const isAfterAge = (word: string): boolean => AFTER_AGE.has(word)

/** First year of the notes' rates. */
export const CURRENT_YEAR = 2026

/** A financial year of benefit rates: "2025/26", "last year". */
export function findYear(question: string): number | undefined {
  if (/\b(?:last|previous) year|\bllynedd\b/i.test(question)) return CURRENT_YEAR - 1
  if (/\bnext year\b/i.test(question)) return CURRENT_YEAR + 1
  const [, year] = /(?<![\d/.£,-])(20[1-3]\d)(?![\d,])/.exec(question) ?? []
  return year === undefined ? undefined : Number(year)
}
