import { NOTE_PATH, type PolicySource } from '#contract/policy'
import type { Note } from './notes'
import type { Passage } from './retrieval'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** The best passage verbatim, with the note's nations and date. */
export function quoted([best]: readonly Passage[]): string {
  if (!best) return ''
  const { note, section } = best
  const origin = `From the policy note “${note.title}” (${note.nations.join(', ')}), last updated ${day.format(new Date(note.updated))}.`
  return `**${note.title}: ${section.heading}**\n\n${section.text}\n\n*${origin}*`
}

/** The reply when the notes have no answer, with the topics they cover. */
export function declined(notes: readonly Note[]): string {
  const titles = notes.map(({ title }) => `- ${title}`).join('\n')
  return `The policy notes have no answer to that question. Try naming the benefit and the nation. The notes cover:\n\n${titles}`
}

/** Links to the passages. */
export const sourcesOf = (passages: readonly Passage[]): PolicySource[] =>
  passages.map(({ note, section }) => ({
    title: note.title,
    section: section.heading,
    url: `${NOTE_PATH}/${note.name}#${section.id}`,
  }))
