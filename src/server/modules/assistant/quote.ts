import { isOfSomeNations } from './nations'
import type { Nation, Note } from './notes'
import { listTopicPages, findPortal } from './outOfScope'
import type { Passage } from './ranking'
import type { Found } from './retrieval'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Verbatim, best first, with nations and dates. */
export const quotePassages = (passages: readonly Passage[]): string =>
  passages
    .map(({ note, section }, place) => {
      const text = `**${note.title}: ${section.heading}**\n\n${section.text}`
      return passages[place + 1]?.note === note ? text : `${text}\n\n*${originOf(note)}*`
    })
    .join('\n\n')

const originOf = ({ title, nations, updated }: Note): string =>
  `From the policy note “${title}” (${nations.join(', ')}), last updated ${day.format(new Date(updated))}.`

/** Whose rules apply, where others differ: "For England, where Northmere is:". */
export function leadAnswer({ passages: [first], asked: { nations, place } }: Found): string {
  if (!first || nations.length === 0 || !isOfSomeNations(first.note, first.section)) return ''
  return `For ${nations.join(' and ')}${place === undefined ? '' : `, where ${place} is`}:\n\n`
}

/** For an ambiguous question. */
export function askBack(unclear: NonNullable<Found['unclear']>): string {
  if ('place' in unclear) {
    const { name, nations } = unclear.place
    return `Which ${name} do you mean? There is one in ${nations.join(' and one in ')}, and the rules differ. Ask again with the nation.`
  }
  const titles = unclear.notes.map(({ title }) => `- ${title}`).join('\n')
  return `Which benefit do you mean? Ask again with its name. The policy notes say something about that for, among others:\n\n${titles}`
}

/** Without an answer in the notes: links government's pages. */
export function declineQuestion(notes: readonly Note[], { topics, named, asked }: Found): string {
  const [nation] = asked.nations
  if (topics.length > 0) {
    const places = topics
      .map((topic) => `- **${topic.name}**: ${listTopicPages(topic, nation).join(' or ')}`)
      .join('\n')
    return `The policy notes have no answer to that question, and no other benefit's rules stand in for it. See:\n\n${places}`
  }
  if (named.length > 0) {
    const places = named.map((note) => `- **${note.title}**: ${pageOf(note, nation)}`).join('\n')
    return `The policy notes have no answer to that question. What they say of the benefit does not settle it. See:\n\n${places}`
  }
  const titles = notes.map(({ title }) => `- ${title}`).join('\n')
  return `The policy notes have no answer to that question. Try naming the benefit and the nation, or look at ${findPortal(nation)}. The notes cover:\n\n${titles}`
}

const SITES: { readonly [nation in Nation]: RegExp } = {
  England: /^https:\/\/www\.gov\.uk\/(?!government\/)/,
  Wales: /^https:\/\/www\.gov\.(?:wales|uk)\/(?!government\/)/,
  Scotland: /^https:\/\/www\.(?:mygov\.scot|gov\.uk)\/(?!government\/)/,
  'Northern Ireland': /^https:\/\/www\.(?:nidirect\.)?gov\.uk\/(?!government\/)/,
}

function pageOf({ sources }: Note, nation: Nation = 'England'): string {
  const pages = sources.map(({ url }) => url).filter((url) => SITES[nation].test(url))
  return pages.find((url) => !url.startsWith('https://www.gov.uk')) ?? pages[0] ?? findPortal(nation)
}
