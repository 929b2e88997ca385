/** Finds names, addresses and dates of birth by the words around them: no list of names is complete. */

const makeSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

const STREETS = makeSet(`road rd street st avenue ave lane ln drive crescent cres terrace gardens gdns grove close court
  place mews way walk square`)
const BEFORE_ADDRESS = makeSet('of at from lives living address no number flat house')
const BORN = makeSet('born ganwyd ganed anwyd')
const TITLES = makeSet('mr mrs ms mx miss dr')

/** Not names, though capitalised or before “born”. */
const NO_NAME =
  makeSet(`a about additional adult after age ageing allowance also am an and any anybody anyone are armed as
  ask asylum at attendance authority award baby before benefit benefits best better between bill birth blue board born
  both british broad bus but by can cap capital care carer carers cash central charity child children city claim
  claimant client cold community component cost council couple county credit crisis customer dad daughter department
  direct disability discount discretionary do does elderly element employment end england english entitlement essex
  everyone father first food foods for forces free from fuel fund funeral get grant great greater guarantee guardian had
  has have he healthy heating help her his home household housing how husband i if in income independence ireland
  irish is isle it jobcentre jobseeker kent kid land lady limit living loan local lone london long low made man married
  match maternity may mayor meals minimum mixed mobility mother mum national neighbour new nhs no north northern not
  november of office old on one only or our over parent partner pay payment pension pensioner pensions people person
  personal plus property public rate rates rebate recourse reduction resident residents resilience road royal savings
  school schools scotland scottish section security service severe she single sir social some somebody someone son south
  start state statutory student support supplement supplementary survivor sure tax temporary tenant that the their them
  these they this those to transitional tribunal tv two uk ulster under union united universal up valuation wales war
  warm was water we weather welfare welsh were west what when where which who whose widow wife will winter with woman
  men women working year young your january february march april june july august september october december monday tuesday
  wednesday thursday friday saturday sunday manchester york yorkshire`)

const DATES = [
  /(?<!\d)\d{1,2} ?[/.-] ?\d{1,2} ?[/.-] ?(?:19|20)?\d\d(?!\d)/u,
  /(?<!\d)\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6},? (?:19|20)\d\d(?!\d)/iu,
  // Welsh, also mutated: "2 o Fai 1944".
  /(?<!\d)\d{1,2}(?:fed|eg|ain)? (?:o )?(?:ionawr|[cg]?hwefror|[mf]awrth|ebrill|[mf]ai|[mf]ehefin|g?orffennaf|awst|[mf]edi|hydref|[td]achwedd|rh?agfyr) (?:19|20)\d\d(?!\d)/iu,
]
const LAST_CENTURY = /[/.\s-]19\d\d(?!\d)/u
const BIRTH_NAMED = /(?<!\p{L})(?:dob|d\.o\.b|date of birth|birthday|dyddiad geni)(?!\p{L})/iu
const POSTCODE = /(?<![\p{L}\d])[a-z]{1,2}\d[a-z\d]? ?\d[abd-hjlnp-uw-z]{2}(?![\p{L}\d])/iu

interface Word {
  readonly text: string
  readonly lower: string
  readonly ends: boolean
}

const splitIntoWords = (text: string): Word[] =>
  text
    .split(/\s+/u)
    .map((raw) => ({ raw, text: raw.replace(/[^\p{L}\p{N}'’-]/gu, '').replace(/['’]s$/u, '') }))
    .filter(({ text }) => text !== '')
    .map(({ raw, text }) => ({ text, lower: text.toLowerCase(), ends: /[^\p{L}\p{N}'’-]/u.test(raw.slice(-1)) }))

const isCapitalised = ({ text }: Word): boolean => /^\p{Lu}['’\p{Lu}]{0,2}\p{Ll}/u.test(text)
const couldBeName = (word: Word | undefined): word is Word =>
  word !== undefined && /^[\p{L}'’-]+$/u.test(word.text) && word.lower.length > 1 && !NO_NAME.has(word.lower)

/** Whether there is an address, or a name with part of one or a date of birth. */
export function identifiesSomebody(text: string): boolean {
  const words = splitIntoWords(text)
  const address = addressIn(words)
  const date = DATES.some((pattern) => pattern.test(text))
  if (address === 'certain' || (date && BIRTH_NAMED.test(text)) || (date && isSaidBorn(words))) return true
  return (
    isNamed(words) &&
    (address === 'likely' || POSTCODE.test(text) || (date && (LAST_CENTURY.test(text) || isBorn(words))))
  )
}

/** A title with a name, or two capitalised words that are no benefit or place. */
const isNamed = (words: readonly Word[]): boolean =>
  words.some((word, index) => {
    const next = words[index + 1]
    if (!couldBeName(next)) return false
    if (TITLES.has(word.lower)) return word.lower !== 'miss' || isCapitalised(next)
    return !word.ends && isCapitalised(word) && isCapitalised(next) && couldBeName(word)
  })

const isBorn = (words: readonly Word[]): boolean => words.some(({ lower }) => BORN.has(lower))

const isSaidBorn = (words: readonly Word[]): boolean =>
  words.some(({ lower }, index) => {
    const before = words[index - 1]
    return BORN.has(lower) && couldBeName(before) && (isCapitalised(before) || couldBeName(words[index - 2]))
  })

/** House number and street; `likely`: nothing else marks an address. */
function addressIn(words: readonly Word[]): 'certain' | 'likely' | undefined {
  let found: 'likely' | undefined
  for (const [index, word] of words.entries()) {
    if (!/^\d{1,4}[a-z]?$/iu.test(word.text)) continue
    const before = words[index - 1]
    if (before?.lower === 'flat') found = 'likely'
    const street = words.slice(index + 1, index + 5)
    const end = street.findIndex(({ lower }, at) => at > 0 && STREETS.has(lower))
    const name = street.slice(0, end)
    if (
      end < 1 ||
      !name.every(({ text }) => /^[\p{L}'’-]+$/u.test(text)) ||
      name.some(({ lower }) => NO_STREET.has(lower))
    )
      continue
    if ((name[0] && isCapitalised(name[0])) || (before && BEFORE_ADDRESS.has(before.lower))) return 'certain'
    found = 'likely'
  }
  return found
}

const NO_STREET = makeSet('a an and are for hours in is of on or per people the to week weeks years children')
