/**
 * No line of a model's answer may repeat the instruction, and one passage must support each line; otherwise quoted
 * passages replace the reply.
 */
import { isGrounded, readGround, stemWords, type Ground } from './grounding'
import type { Passage } from './search'
import { INSTRUCTION } from './prompt'
import { splitWords } from './words'

const STRETCH = 5
/** Longer is encoded text. */
const MAX_WORD_LENGTH = 40

export class Ungrounded extends Error {
  override readonly name = 'Ungrounded'
}

const listStretches = (text: string): string[] => {
  const words = splitWords(text)
  return words.slice(STRETCH - 1).map((_, index) => words.slice(index, index + STRETCH).join(' '))
}

const ofInstruction = new Set(listStretches(INSTRUCTION))

/** Yields checked lines. @throws Ungrounded at the first that fails */
export async function* guardAnswer(
  pieces: AsyncIterable<string>,
  question: string,
  passages: readonly Passage[],
): AsyncGenerator<string> {
  const asked = new Set(stemWords(question))
  const grounds = passages.map(({ note, section }) =>
    readGround(note.title, [note.nations.join(', '), note.updated, section.heading, section.text].join('\n')),
  )
  let passed = ''
  let waiting = ''
  for await (const piece of pieces) {
    waiting += piece
    for (let end = endOfLine(waiting); end > 0; end = endOfLine(waiting)) {
      const line = waiting.slice(0, end)
      check(passed, line, grounds, asked)
      passed += line
      waiting = waiting.slice(end)
      yield line
    }
  }
  check(passed, waiting, grounds, asked)
  if (waiting !== '') yield waiting
}

/** 0 without an end; figures may contain full stops. */
function endOfLine(text: string): number {
  const found = /\n|[.!?]["”’)]?(?=\s)/.exec(text)
  return found ? found.index + found[0].length : 0
}

function check(passed: string, line: string, grounds: readonly Ground[], asked: ReadonlySet<string>): void {
  // A repeated stretch may span lines.
  const before = splitWords(passed.slice(-200)).slice(-(STRETCH - 1))
  if (listStretches([...before, line].join(' ')).some((stretch) => ofInstruction.has(stretch))) {
    throw new Ungrounded('The model repeated its instruction.')
  }
  if (splitWords(line).some((word) => word.length > MAX_WORD_LENGTH))
    throw new Ungrounded('The model wrote what is not words.')
  if (/[\p{L}\p{N}]/u.test(line) && !grounds.some((ground) => isGrounded(line, ground, asked)))
    throw new Ungrounded('The model wrote what no passage says.')
}
