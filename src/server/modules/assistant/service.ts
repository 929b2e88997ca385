/** Answers only from the notes (docs/product.md#policy-assistant). Questions are never stored or logged. */
import { unescapeAngleBrackets } from '#contract/sanitise'
import { CHAT_FAILURE, type ChatMessage, type AssistantNote, type AssistantReply } from '#contract/assistant/assistant'
import { ModelFailed, type ModelClient } from '../../clients/llm'
import type { Database } from '../../db/database'
import { Fault, notFound } from '../../http/faults'
import type { Person } from '../../http/person'
import { guardAnswer, Ungrounded } from './guard'
import type { AskingCouncil } from './nations'
import type { Note } from './notes'
import { createPending } from './pending'
import { messagesFor } from './prompt'
import * as repo from './repo'
import { introduceModel, quoteNearest } from './reply'
import { createSearch, type Found, type Search } from './search'
import { listReplySources } from './sources'
import type { Synonym } from './synonyms'

/** Passages that a search shows; a model is given and shown all that are found. */
const MAX_SHOWN = 3

/** Text chunks of a model, then the reply, which replaces them. */
export type AnswerPart = { type: 'text'; text: string } | { type: 'reply'; reply: AssistantReply }

export type AssistantService = ReturnType<typeof createAssistantService>

/**
 * @param deps.model without it the nearest passage is quoted
 * @param deps.councilOf name and nation of an organisation
 */
export function createAssistantService(deps: {
  database: Database
  notes: readonly Note[]
  synonyms: readonly Synonym[]
  model: ModelClient | undefined
  councilOf?: (organisationId: string) => Promise<AskingCouncil>
}) {
  const { database, notes, synonyms, model, councilOf } = deps
  // Not at the start, which should not wait for it.
  let search: Search | undefined
  const pending = createPending()

  async function* answer(
    { organisationId }: Person,
    [question = '', ...before]: readonly string[],
    signal: AbortSignal,
  ): AsyncGenerator<AnswerPart, void> {
    const found = (search ??= createSearch(notes, synonyms))(question, await councilOf?.(organisationId), before)
    if (model && found.passages.length > 0) {
      const pieces = model.write(messagesFor(question, found.passages, before[0]), signal)
      try {
        return yield* showModel(guardAnswer(pieces, question, found.passages), found)
      } catch (error) {
        if (error instanceof ModelFailed) throw new Fault(502, 'model_failed', CHAT_FAILURE)
        if (!(error instanceof Ungrounded)) throw error
      }
    }
    yield makeReply(quoteNearest(found), found, MAX_SHOWN)
  }

  return {
    /**
     * Holds the person's slot until done or aborted.
     * @throws Fault 409 while another is pending; later 502 when the model fails
     */
    ask(person: Person, messages: readonly ChatMessage[], signal: AbortSignal): AsyncGenerator<AnswerPart> {
      const release = pending.take(person.userId)
      if (signal.aborted) release()
      else signal.addEventListener('abort', release, { once: true })
      return withRelease(answer(person, listQuestions(messages), signal), release)
    },
    note(name: string): AssistantNote {
      const found = notes.find((note) => note.name === name)
      if (!found) throw notFound('There is no such policy note. It may have been removed.')
      const { title, nations, updated, sources, sections } = found
      return { title, nations: [...nations], updated, sources: [...sources], sections: [...sections] }
    },
    async feedback({ organisationId }: Person, useful: boolean, named: readonly string[]): Promise<void> {
      const known = named.filter((name) => notes.some((note) => note.name === name))
      const feedback = { organisationId, useful, notes: known, byModel: model !== undefined }
      await database.forOrganisation(organisationId, (tx) => repo.insertFeedback(tx, feedback))
    },
  }
}

async function* showModel(lines: AsyncIterable<string>, found: Found): AsyncGenerator<AnswerPart, void> {
  let text = introduceModel(found)
  let shown = ''
  for await (const line of lines) {
    text += line
    yield { type: 'text', text: text.slice(shown.length) }
    shown = text
  }
  yield makeReply(text, found)
}

function makeReply(text: string, { passages, terms }: Found, shown?: number): AnswerPart {
  const sources = listReplySources(passages.slice(0, shown), terms)
  return { type: 'reply', reply: { content: [sources.length > 0 ? { text, sources } : { text }] } }
}

/** The last one first. */
const listQuestions = (messages: readonly ChatMessage[]): string[] =>
  messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => unescapeAngleBrackets(content.map(({ text }) => text).join(' ')))
    .reverse()

async function* withRelease<T>(parts: AsyncIterable<T>, release: () => void): AsyncGenerator<T> {
  try {
    yield* parts
  } finally {
    release()
  }
}
