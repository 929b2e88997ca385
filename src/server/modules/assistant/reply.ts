/** What a search says (docs/product.md#policy-assistant): never that it answers. */
import { GOVERNMENT_PAGES, MODEL_HEADING, NEAREST_HEADING } from '#contract/assistant/assistant'
import { listNations } from './nations'
import { NATIONS } from './notes'
import type { Found, Passage } from './search'
import { nameNations } from './sources'

/** Above a model's words. */
export const introduceModel = (found: Found): string => [`## ${MODEL_HEADING}`, ...listCaveats(found), ''].join('\n\n')

/** The nearest passage whole, or where else to look. */
export function quoteNearest(found: Found): string {
  const [first] = found.passages
  if (first) return [`## ${NEAREST_HEADING}`, ...listCaveats(found), quote(first)].join('\n\n')
  const pages = found.asked.nations.length > 0 ? found.asked.nations : NATIONS
  return [
    missingIn(found) ?? 'No word of that question tells what to look for in the policy notes.',
    'Government’s own pages on benefits:',
    pages.map((nation) => `- ${nation}: ${GOVERNMENT_PAGES[nation]}`).join('\n'),
  ].join('\n\n')
}

/** What the notes say nothing on, and whose rules the first passage has. */
const listCaveats = (found: Found): string[] =>
  [missingIn(found), correctedIn(found), writeLead(found)].filter((caveat) => caveat !== undefined)

const missingIn = ({ unknown }: Found): string | undefined =>
  unknown.length > 0 ? `Nothing in the notes on: ${unknown.join(', ')}.` : undefined

/** It may be another word and no slip. */
function correctedIn({ corrections }: Found): string | undefined {
  if (corrections.length === 0) return undefined
  const quoted = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ')
  const read = corrections.map((one) => one.read)
  return `No note has ${quoted(corrections.map((one) => one.typed))}: searched for ${quoted(read)}.`
}

/** Where nations differ. */
function writeLead({ passages: [first], asked: { nations, place, others = [] } }: Found): string | undefined {
  if (!first || nations.length === 0) return undefined
  const of = listNations(first.note, first.section)
  if (!nations.some((nation) => of.includes(nation)))
    return `Nothing in the notes for ${nameNations(nations)}. For ${nameNations(of)}:`
  const namesake = others.length > 0 ? ` (there is another in ${nameNations(others)})` : ''
  const where = place === undefined ? '' : `, where ${place} is${namesake}`
  return of.length < NATIONS.length ? `For ${nameNations(nations)}${where}:` : undefined
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const quote = ({ note, section }: Passage): string =>
  [
    `**${note.title}: ${section.heading}**`,
    section.text,
    `*From the policy note “${note.title}” (${nameNations(listNations(note, section))}), last updated ${day.format(new Date(note.updated))}.*`,
  ].join('\n\n')
