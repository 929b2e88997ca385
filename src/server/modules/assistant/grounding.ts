/**
 * Figures, addresses, "not" and words such as "only" in a line must match the passage word for word,
 * other words by their share. What a line means it cannot know.
 */
import { withoutHidden } from '#contract/assistant/personalDetails'
import { isFunctionWord, splitWords, stemWord } from './words'

/** Share of significant words that the passage must have, without those of question and title. */
const MIN_GROUNDED = 0.5
/** Lines this short need all their words in the passage. */
const SHORT_LINE = 3

/** "£99k", "AA1" and "2026" too. */
const FIGURE = /\d/
/** What NFKC leaves of digits in other scripts: no note has them. */
const OTHER_DIGIT = /[^\P{N}0-9]/u
const OTHER_SCRIPT = /[^\P{L}\p{Script=Latin}]/u
/** Look like the dot and the stroke of an address. */
const DOTS = /[·‧∙•⋅・。։۔܁܂᛫ꓸꞏ]/gu
const STROKES = /[∕⁄⧸╱]/gu
const NUMBER_WORD =
  /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|grand|dozen|nil|zero|half|quarter|third|double|triple|treble|twice|thrice)s?$/
/** "One" may also stand for a person: a figure only before these. */
const UNIT = /^(?:hour|day|week|month|year|mile|child|children|people|percent|pound|penny|pence|quid)s?$/
const SPOKEN_ADDRESS = /^(?:dot|at) (?:com|uk|co|org|net|gmail|hotmail|outlook|yahoo)$/
const NEGATION =
  /\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|except|unless|ddim|heb|byth|neb)\b|n['’]t\b/i
/** Say for whom or how far a rule goes. */
const QUALIFIER =
  /\b(?:only|solely|just|alone|all|every|everyone|everybody|everything|any|anyone|anybody|always|never|nobody|unlimited|no limits?|regardless|whatever|whoever|must|guaranteed|automatically)\b/gi
/** Answers with nothing to check. */
const BARE_ANSWER = /^\W*(?:yes|no|never|always|correct|true|false|ie|oes|ydy|nac ydy|nac oes)\W*$/i

interface Sentence {
  readonly stems: ReadonlySet<string>
  readonly isNegative: boolean
  readonly qualifiers: ReadonlySet<string>
}

export interface Ground {
  readonly title: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
  readonly facts: ReadonlySet<string>
  readonly sentences: readonly Sentence[]
  /** Whether the text itself has digits or letters of other scripts. */
  readonly isForeign: boolean
}

/** Prepares a passage's text. @param title of its note, whose words say nothing about a line */
export function readGround(title: string, text: string): Ground {
  const plain = plainOf(text)
  const sentences = plain.split(/[\n.!?;:]+/)
  return {
    title: new Set(stemWords(title)),
    stems: new Set(stemWords(`${title} ${text}`)),
    facts: new Set(listFacts(plain)),
    sentences: sentences.map((sentence) => ({
      stems: new Set(stemWords(sentence)),
      isNegative: NEGATION.test(sentence),
      qualifiers: new Set(listQualifiers(sentence)),
    })),
    isForeign: isForeign(plain),
  }
}

/** @param asked stems of the question, which an answer may repeat */
export function isGrounded(written: string, ground: Ground, asked: ReadonlySet<string>): boolean {
  const line = plainOf(written)
  if (isForeign(line) && !ground.isForeign) return false
  if (BARE_ANSWER.test(line) || !listFacts(line).every((fact) => ground.facts.has(fact))) return false
  const terms = stemWords(line)
  if (terms.length === 0) return listQualifiers(line).length === 0
  if (terms.length <= SHORT_LINE) return terms.every((term) => ground.stems.has(term)) && agrees(line, terms, ground)
  const own = terms.filter((term) => !asked.has(term) && !ground.title.has(term))
  const known = own.filter((term) => ground.stems.has(term)).length
  return (own.length === 0 || known / own.length >= MIN_GROUNDED) && agrees(line, terms, ground)
}

/** As it reads to people: forms, dots and strokes that look the same are the same, and nothing is hidden. */
const plainOf = (text: string): string => withoutHidden(text).normalize('NFKC').replace(DOTS, '.').replace(STROKES, '/')

const isForeign = (text: string): boolean => OTHER_DIGIT.test(text) || OTHER_SCRIPT.test(text)

const listQualifiers = (text: string): string[] => text.match(QUALIFIER)?.map((word) => word.toLowerCase()) ?? []

/** Whether a sentence that speaks of the same has each word that says how far a rule goes. */
const isQualified = (line: string, telling: readonly string[], sentences: readonly Sentence[]): boolean =>
  listQualifiers(line).every((word) =>
    sentences.some(({ stems, qualifiers }) => qualifiers.has(word) && telling.some((term) => stems.has(term))),
  )

/** Whether the closest sentences say "not" as the line does. */
function agrees(line: string, terms: readonly string[], { title, sentences }: Ground): boolean {
  const telling = terms.filter((term) => !title.has(term))
  if (!isQualified(line, telling, sentences)) return false
  const isNegative = NEGATION.test(line)
  const closest = (negative: boolean) =>
    Math.max(
      0,
      ...sentences
        .filter((sentence) => sentence.isNegative === negative)
        .map(({ stems }) => telling.filter((term) => stems.has(term)).length),
    )
  const same = closest(isNegative)
  return same >= closest(!isNegative) && (same > 0 || !isNegative)
}

/** Figures with sign and unit, addresses and numbers in words, each also with what stands beside it. */
function listFacts(text: string): string[] {
  const tokens = text
    .toLowerCase()
    .replace(/(\d),(?=\d)/g, '$1')
    .split(/[\s,;:!?()[\]<>"“”|*–—-]+/)
    .map((token) => (token.endsWith('.') ? token.slice(0, -1) : token))
  const pairs = tokens.slice(1).flatMap((token, index) => {
    const before = tokens[index] ?? ''
    const isUnit = UNIT.test(token) && (isFigure(before) || before === 'one')
    const isOne = isUnit || (isFigure(before) && isFigure(token)) || SPOKEN_ADDRESS.test(`${before} ${token}`)
    return isOne ? [`${before} ${isUnit ? stemWord(token) : token}`] : []
  })
  return [...tokens.filter((token) => isFigure(token) || isAddress(token)), ...pairs]
}

const isFigure = (token: string): boolean => FIGURE.test(token) || NUMBER_WORD.test(token)

const isAddress = (token: string): boolean => /@|\/\/|[\p{L}\p{N}]\.\p{L}/u.test(token)

/** Of words that carry a topic, each once. */
export const stemWords = (text: string): string[] => [
  ...new Set(
    splitWords(text)
      .filter((word) => word.length > 1 && !isFunctionWord(word))
      .map(stemWord),
  ),
]
