/**
 * Figures, telephone numbers, addresses and "not" in a line must match the passage word for word, other words by their
 * share.
 */
import { stemWord, stemWords } from './words'

/** Share of significant words that the passage must have, without those of question and title. */
const MIN_GROUNDED = 0.5
/** Lines this short need all their words in the passage. */
const SHORT_LINE = 3

const FIGURE = /^£?\d[\d.]*%?$/
const MIN_TELEPHONE_DIGITS = 7
const POSTCODE_END = /^\d[a-z]{2}$/
const NUMBER_WORD =
  /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|double|twice)s?$/
const UNIT = /^(?:hour|day|week|month|year|mile|child|children|people|percent)s?$/
const SPOKEN_ADDRESS = /^(?:dot|at) (?:com|uk|co|org|net|gmail|hotmail|outlook|yahoo)$/
const NEGATION =
  /\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|except|unless|ddim|heb|byth|neb)\b|n['’]t\b/i
/** Answers with nothing to check. */
const BARE_ANSWER = /^\W*(?:yes|no|never|always|correct|true|false|ie|oes|ydy|nac ydy|nac oes)\W*$/i

export interface Ground {
  readonly title: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
  readonly facts: ReadonlySet<string>
  readonly sentences: readonly { readonly stems: ReadonlySet<string>; readonly isNegative: boolean }[]
}

/** Prepares a passage's text. @param title of its note, whose words say nothing about a line */
export function readGround(title: string, text: string): Ground {
  const sentences = text.split(/[\n.!?;:]+/)
  return {
    title: new Set(stemWords(title)),
    stems: new Set(stemWords(`${title} ${text}`)),
    facts: new Set(listFacts(text)),
    sentences: sentences.map((sentence) => ({
      stems: new Set(stemWords(sentence)),
      isNegative: NEGATION.test(sentence),
    })),
  }
}

/** @param asked stems of the question, which an answer may repeat */
export function isGrounded(line: string, ground: Ground, asked: ReadonlySet<string>): boolean {
  if (BARE_ANSWER.test(line) || !listFacts(line).every((fact) => ground.facts.has(fact))) return false
  const terms = stemWords(line)
  if (terms.length === 0) return true
  if (terms.length <= SHORT_LINE) return terms.every((term) => ground.stems.has(term)) && agrees(line, terms, ground)
  const own = terms.filter((term) => !asked.has(term) && !ground.title.has(term))
  const known = own.filter((term) => ground.stems.has(term)).length
  return (own.length === 0 || known / own.length >= MIN_GROUNDED) && agrees(line, terms, ground)
}

/** Whether the closest sentences say "not" as the line does. */
function agrees(line: string, terms: readonly string[], { title, sentences }: Ground): boolean {
  const telling = terms.filter((term) => !title.has(term))
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

/** Figures with sign and unit, telephone numbers, addresses and numbers in words, normalised. */
function listFacts(text: string): string[] {
  const tokens = text
    .toLowerCase()
    .replace(/(\d),(?=\d)/g, '$1')
    .split(/[\s,;:!?()[\]<>"“”|*–—-]+/)
    .map((token) => (token.endsWith('.') ? token.slice(0, -1) : token))
  const pairs = tokens.slice(1).map((token, index) => ({ before: tokens[index] ?? '', token }))
  return [
    ...tokens.filter((token) => FIGURE.test(token) || isAddress(token) || NUMBER_WORD.test(token)),
    ...pairs
      .filter(
        ({ before, token }) =>
          (FIGURE.test(before) && (UNIT.test(token) || POSTCODE_END.test(token))) ||
          POSTCODE_END.test(token) ||
          SPOKEN_ADDRESS.test(`${before} ${token}`),
      )
      .map(({ before, token }) => `${before} ${UNIT.test(token) ? stemWord(token) : token}`),
    ...listTelephones(tokens),
  ]
}

const isAddress = (token: string) => /@|:\/\/|[a-z]\.[a-z]/.test(token)

function listTelephones(tokens: readonly string[]): string[] {
  const runs = ['']
  for (const token of tokens) {
    if (/^\+?\d+$/.test(token)) runs.push(`${runs.pop() ?? ''}${token}`)
    else if (runs.at(-1) !== '') runs.push('')
  }
  return runs.filter((run) => run.length >= MIN_TELEPHONE_DIGITS).map((run) => `tel ${run}`)
}
