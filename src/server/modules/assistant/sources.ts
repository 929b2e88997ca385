import { MAX_MATCHED_WORDS, NOTE_PATH, type ReplySource } from '#contract/assistant/assistant'
import { listNations } from './nations'
import { NATIONS, type Nation } from './notes'
import type { Passage } from './search'
import { splitWords, stemWord } from './words'

/** What the app shows of passages. @param terms stems by which they were found */
export const listReplySources = (passages: readonly Passage[], terms: ReadonlySet<string>): ReplySource[] =>
  passages.map(({ note, section }) => ({
    title: note.title,
    section: section.heading,
    url: `${NOTE_PATH}/${note.name}#${section.id}`,
    nation: nameNations(listNations(note, section)),
    date: note.updated,
    excerpt: findFirstSentence(section.text),
    matched_words: [...new Set(splitWords(`${note.title} ${section.heading} ${section.text}`))]
      .filter((word) => terms.has(stemWord(word)))
      .slice(0, MAX_MATCHED_WORDS),
  }))

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** "England and Wales"; all four are the United Kingdom. */
export const nameNations = (nations: readonly Nation[]): string =>
  nations.length === NATIONS.length
    ? 'United Kingdom'
    : list.format(NATIONS.filter((nation) => nations.includes(nation)))

const sentences = new Intl.Segmenter('en-GB', { granularity: 'sentence' })

/** Without Markdown; of a table the first row of values. */
function findFirstSentence(markdown: string): string {
  const lines = markdown.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line))
  const [first = '', second] = lines
  const line = first.startsWith('|') ? (second ?? first) : first
  const cells = line.split('|').map((cell) => cell.trim())
  const plain = cells
    .filter((cell) => cell !== '')
    .join(', ')
    .replace(/^[-+>] |^\d{1,3}\. /, '')
    .replace(/[*_`#]/g, '')
  const [sentence] = sentences.segment(plain)
  return sentence?.segment.trim() ?? plain
}
