import { MAX_MATCHED_WORDS, NOTE_PATH, type ReplySource } from '#contract/assistant/assistant'
import { nationsInHeading } from './nations'
import { NATIONS, type Nation, type Note, type NoteSection } from './notes'
import { splitWords, stemWord } from './words'

interface Passage {
  readonly note: Note
  readonly section: NoteSection
}

/** What the app shows of passages. @param asked stems of the question */
export const listSources = (passages: readonly Passage[], asked: ReadonlySet<string>): ReplySource[] =>
  passages.map(({ note, section }) => ({
    title: note.title,
    section: section.heading,
    url: `${NOTE_PATH}/${note.name}#${section.id}`,
    nation: nameNations(nationsInHeading(section).length > 0 ? nationsInHeading(section) : note.nations),
    date: note.updated,
    excerpt: firstSentenceOf(section.text),
    matched_words: [...new Set(splitWords(`${note.title} ${section.heading} ${section.text}`))]
      .filter((word) => asked.has(stemWord(word)))
      .slice(0, MAX_MATCHED_WORDS),
  }))

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** "England and Wales"; all four are the United Kingdom. */
const nameNations = (nations: readonly Nation[]): string =>
  nations.length === NATIONS.length
    ? 'United Kingdom'
    : list.format(NATIONS.filter((nation) => nations.includes(nation)))

/** Without Markdown; of a table its first row of values. */
function firstSentenceOf(markdown: string): string {
  const rows = markdown.split('\n').filter((row) => !/^\|[\s|:-]+$/.test(row))
  const [first = ''] = rows.filter((row, index) => row.trim() !== '' && !(row.startsWith('|') && index === 0))
  const plain = first
    .replace(/^\s*(?:[-*+]|\d+\.|>)\s+/, '')
    .replace(/^\||\|\s*$/g, '')
    .replace(/\s*\|\s*/g, ': ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`#]/g, '')
    .trim()
  return /^.*?[.!?](?=\s+\p{Lu}|$)/u.exec(plain)?.[0] ?? plain
}
