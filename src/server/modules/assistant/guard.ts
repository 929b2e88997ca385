/**
 * Prompt injection can make a model say anything, so no line may repeat the instruction, and enough of its words must
 * come from passages or question. Otherwise the quoted passage replaces the reply.
 */
import type { Passage } from './retrieval'
import { INSTRUCTION } from './prompt'
import { splitWords, stemWords } from './words'

const STRETCH = 5
/** Share of significant words that the passages must contain. */
const MIN_GROUNDED = 0.4
const SHORT_LINE = 3
/** Anything longer is encoded text. */
const MAX_WORD_LENGTH = 40

export class Ungrounded extends Error {
  override readonly name = 'Ungrounded'
}

const stretchesOf = (text: string): string[] => {
  const words = splitWords(text)
  return words.slice(STRETCH - 1).map((_, index) => words.slice(index, index + STRETCH).join(' '))
}

const ofInstruction = new Set(stretchesOf(INSTRUCTION))

/** Yields checked lines. @throws Ungrounded at the first that fails */
export async function* guardAnswer(
  pieces: AsyncIterable<string>,
  question: string,
  passages: readonly Passage[],
): AsyncGenerator<string> {
  const known = new Set(
    stemWords(
      [
        question,
        ...passages.flatMap(({ note, section }) => [note.title, ...note.nations, section.heading, section.text]),
      ].join(' '),
    ),
  )
  let passed = ''
  let waiting = ''
  for await (const piece of pieces) {
    waiting += piece
    for (let end = endOfLine(waiting); end > 0; end = endOfLine(waiting)) {
      const line = waiting.slice(0, end)
      check(passed, line, known)
      passed += line
      waiting = waiting.slice(end)
      yield line
    }
  }
  check(passed, waiting, known)
  if (waiting !== '') yield waiting
}

/** End of the first line or sentence, or 0; figures may contain full stops. */
function endOfLine(text: string): number {
  const found = /\n|[.!?]["”’)]?(?=\s)/.exec(text)
  return found ? found.index + found[0].length : 0
}

function check(passed: string, line: string, known: ReadonlySet<string>): void {
  // A repeated stretch may span lines.
  const before = splitWords(passed.slice(-200)).slice(-(STRETCH - 1))
  if (stretchesOf([...before, line].join(' ')).some((stretch) => ofInstruction.has(stretch))) {
    throw new Ungrounded('The model repeated its instruction.')
  }
  if (splitWords(line).some((word) => word.length > MAX_WORD_LENGTH))
    throw new Ungrounded('The model wrote what is not words.')
  const terms = stemWords(line)
  const grounded = terms.filter((term) => known.has(term)).length
  if (terms.length > SHORT_LINE && grounded / terms.length < MIN_GROUNDED) {
    throw new Ungrounded('The model wrote what the passages do not say.')
  }
}
