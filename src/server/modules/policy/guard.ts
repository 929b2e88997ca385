/**
 * Policy: a model may be talked into anything by the text it reads, so what it writes is checked before anyone sees
 * it. A line passes when it holds no stretch of the instruction, and when enough of its words stand in the passages
 * or the question: what is made up, encoded, or taken from elsewhere does not. A line that fails ends the model's
 * answer, and the quoted passage stands in its place.
 */
import type { Passage } from './retrieval'
import { INSTRUCTION } from './prompt'
import { split, termsOf } from './words'

/** Words in a row that make a stretch of the instruction. */
const STRETCH = 5
/** Part of a line's words that count which the passages must know. */
const LEAST_GROUNDED = 0.4
/** Lines with fewer words that count are headings and lead-ins: they say too little to be judged. */
const SHORT_LINE = 3
/** No word of ours is longer; encoded text is. */
const LONGEST_WORD = 40

export class Ungrounded extends Error {
  override readonly name = 'Ungrounded'
}

const stretchesOf = (text: string): string[] => {
  const words = split(text)
  return words.slice(STRETCH - 1).map((_, index) => words.slice(index, index + STRETCH).join(' '))
}

const ofInstruction = new Set(stretchesOf(INSTRUCTION))

/**
 * Passes a model's text on, line by line, as it proves good.
 * @throws Ungrounded at the first line that does not.
 */
export async function* guarded(
  pieces: AsyncIterable<string>,
  question: string,
  passages: readonly Passage[],
): AsyncGenerator<string> {
  const known = new Set(
    termsOf(
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

/** Where the first whole line or sentence ends; 0 when none has. A full stop inside a figure ends nothing. */
function endOfLine(text: string): number {
  const found = /\n|[.!?]["”’)]?(?=\s)/.exec(text)
  return found ? found.index + found[0].length : 0
}

function check(passed: string, line: string, known: ReadonlySet<string>): void {
  // A stretch may begin in the line before.
  const before = split(passed.slice(-200)).slice(-(STRETCH - 1))
  if (stretchesOf([...before, line].join(' ')).some((stretch) => ofInstruction.has(stretch))) {
    throw new Ungrounded('The model repeated its instruction.')
  }
  if (split(line).some((word) => word.length > LONGEST_WORD)) throw new Ungrounded('The model wrote what is not words.')
  const terms = termsOf(line)
  const grounded = terms.filter((term) => known.has(term)).length
  if (terms.length > SHORT_LINE && grounded / terms.length < LEAST_GROUNDED) {
    throw new Ungrounded('The model wrote what the passages do not say.')
  }
}
