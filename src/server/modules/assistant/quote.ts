import { NOTE_PATH, type ReplySource } from '#contract/assistant/assistant'
import type { Nation, Note } from './notes'
import { listTopicPages, findPortal, type Topic } from './outOfScope'
import type { Passage } from './retrieval'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The passages verbatim, best first, with each note's nations and date. */
export const quotePassages = (passages: readonly Passage[]): string =>
  passages
    .map(({ note, section }, place) => {
      const text = `**${note.title}: ${section.heading}**\n\n${section.text}`
      return passages[place + 1]?.note === note ? text : `${text}\n\n*${originOf(note)}*`
    })
    .join('\n\n')

const originOf = ({ title, nations, updated }: Note): string =>
  `From the policy note “${title}” (${nations.join(', ')}), last updated ${day.format(new Date(updated))}.`

/** The reply when the notes have no answer: where to go, or which topics they cover. */
export function declineQuestion(notes: readonly Note[], topics: readonly Topic[], nation?: Nation): string {
  if (topics.length > 0) {
    const places = topics
      .map((topic) => `- **${topic.name}**: ${listTopicPages(topic, nation).join(' or ')}`)
      .join('\n')
    return `The policy notes have no answer to that question, and no other benefit's rules stand in for it. See:\n\n${places}`
  }
  const titles = notes.map(({ title }) => `- ${title}`).join('\n')
  return `The policy notes have no answer to that question. Try naming the benefit and the nation, or look at ${findPortal(nation)}. The notes cover:\n\n${titles}`
}

/** Links to the passages. */
export const listSources = (passages: readonly Passage[]): ReplySource[] =>
  passages.map(({ note, section }) => ({
    title: note.title,
    section: section.heading,
    url: `${NOTE_PATH}/${note.name}#${section.id}`,
  }))
