/**
 * No line of a model's answer may repeat the instruction, and one passage must support each line; otherwise quoted
 * passages replace the reply.
 */
import { isGrounded, readGround, stemWords } from './grounding'
import type { Passage } from './search'
import { INSTRUCTION } from './prompt'
import { splitWords } from './words'

const STRETCH = 5

export class Ungrounded extends Error {
  override readonly name = 'Ungrounded'
}

const listStretches = (words: readonly string[]): string[] =>
  words.slice(STRETCH - 1).map((_, index) => words.slice(index, index + STRETCH).join(' '))

const ofInstruction = new Set(listStretches(splitWords(INSTRUCTION)))

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
  let words: string[] = []
  for await (const line of splitLines(pieces)) {
    // A repeated stretch may span lines.
    words = [...words.slice(1 - STRETCH), ...splitWords(line)]
    if (listStretches(words).some((stretch) => ofInstruction.has(stretch)))
      throw new Ungrounded('The model repeated its instruction.')
    if (/[\p{L}\p{N}]/u.test(line) && !grounds.some((ground) => isGrounded(line, ground, asked)))
      throw new Ungrounded('The model wrote what no passage says.')
    yield line
  }
}

/** Figures may contain full stops. */
const END_OF_LINE = /(?<=\n|[.!?]["”’)]?(?=\s))/

async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let waiting = ''
  for await (const piece of pieces) {
    const lines = (waiting + piece).split(END_OF_LINE)
    waiting = lines.pop() ?? ''
    yield* lines
  }
  if (waiting !== '') yield waiting
}
