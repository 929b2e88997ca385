import type { AssistantReply } from '#contract/assistant/assistant'
import type { Nation } from '../notes'
import type { AssistantService } from '../service'
import { SOMEBODY } from './noDatabase'

export interface Answerable {
  readonly ask: string
  /** Where the council is. */
  readonly nation?: Nation
  /** The reply quotes one of these. */
  readonly says: readonly string[]
}

export interface OutOfScope {
  readonly ask: string
  readonly nation?: Nation
  /** A benefit that has no note: the reply names it. */
  readonly names?: string
}

const plain = (text: string) => text.replaceAll('**', '').replace(/\s+/g, ' ').toLowerCase()

/** The first passage of a reply, without the line that names the nation. */
export const firstPassageOf = (text: string): string =>
  text.split(/(?:^|\n\n)(?=\*\*[^*\n]+: [^*\n]+\*\*\n)/).find((part) => part.startsWith('**')) ?? text

/** Whether the first passage holds the answer. */
export const isAnsweredFirst = ({ content: [first] }: AssistantReply, { says }: Answerable): boolean =>
  (first?.sources ?? []).length > 0 &&
  says.some((phrase) => plain(firstPassageOf(first?.text ?? '')).includes(plain(phrase)))

/** Whether the reply quotes nothing and links to a page of government. */
export const isDeclined = ({ content: [first] }: AssistantReply, { names = '' }: OutOfScope): boolean =>
  first !== undefined &&
  first.sources === undefined &&
  /https:\/\/(www\.)?(gov\.uk|gov\.wales|mygov\.scot|nidirect\.gov\.uk)/.test(first.text) &&
  plain(first.text).includes(plain(names))

/** The whole reply to one question. */
export async function replyTo(service: AssistantService, text: string): Promise<AssistantReply> {
  const messages = [{ role: 'user' as const, content: [{ text }] }]
  for await (const part of service.ask(SOMEBODY, messages, new AbortController().signal)) {
    if (part.type === 'reply') return part.reply
  }
  throw new Error('There was no reply.')
}
