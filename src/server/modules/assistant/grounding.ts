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
/** What NFKC leaves of digits and letters in other scripts. */
const OTHER_SCRIPT = /[^\P{N}0-9]|[^\P{L}\p{Script=Latin}]/u
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
  readonly marks: ReadonlySet<string>
}

export interface Ground {
  readonly title: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
  readonly facts: ReadonlySet<string>
  readonly sentences: readonly Sentence[]
}

/** Prepares a passage's text. @param title of its note, whose words say nothing about a line */
export function readGround(title: string, text: string): Ground {
  const plain = makePlain(text)
  return {
    title: new Set(stemWords(title)),
    stems: new Set(stemWords(`${title} ${text}`)),
    facts: new Set(listFacts(plain)),
    sentences: plain
      .split(/[\n.!?;:]+/)
      .map((sentence) => ({ stems: new Set(stemWords(sentence)), marks: new Set(listMarks(sentence)) })),
  }
}

/** @param asked stems of the question, which an answer may repeat */
export function isGrounded(written: string, ground: Ground, asked: ReadonlySet<string>): boolean {
  const line = makePlain(written)
  if (OTHER_SCRIPT.test(line) || BARE_ANSWER.test(line)) return false
  if (!listFacts(line).every((fact) => ground.facts.has(fact))) return false
  const terms = stemWords(line)
  const own = terms.filter((term) => !asked.has(term) && !ground.title.has(term))
  const [checked, least] = terms.length <= SHORT_LINE ? [terms, 1] : [own, MIN_GROUNDED]
  const known = checked.filter((term) => ground.stems.has(term)).length
  return terms.length > 0 && known >= checked.length * least && agrees(line, terms, ground)
}

/** As it reads to people: forms, dots and strokes that look the same are the same, and nothing is hidden. */
const makePlain = (text: string): string =>
  withoutHidden(text).normalize('NFKC').replace(DOTS, '.').replace(STROKES, '/')

/** "not" however it is said, and words that say for whom or how far a rule goes. */
const listMarks = (text: string): string[] => [
  ...(NEGATION.test(text) ? ['not'] : []),
  ...(text.match(QUALIFIER) ?? []).map((word) => word.toLowerCase()),
]

/** Whether a sentence closest to the line has its marks, and says "not" only if the line does. */
function agrees(line: string, terms: readonly string[], { title, sentences }: Ground): boolean {
  const telling = terms.filter((term) => !title.has(term))
  const marks = listMarks(line)
  const shared = sentences.map(({ stems }) => telling.filter((term) => stems.has(term)).length)
  const most = Math.max(...shared)
  const closest = sentences.filter((_, index) => shared[index] === most)
  return (
    (most > 0 || marks.length === 0) &&
    closest.some((one) => one.marks.has('not') === marks.includes('not') && marks.every((mark) => one.marks.has(mark)))
  )
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

/** The stems of words that carry a topic, each once. */
export const stemWords = (text: string): string[] => [
  ...new Set(
    splitWords(text)
      .filter((word) => word.length > 1 && !isFunctionWord(word))
      .map(stemWord),
  ),
]
