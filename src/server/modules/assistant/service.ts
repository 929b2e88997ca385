/** Answers only from the notes (docs/product.md#policy-assistant). Questions are never stored or logged. */
import { unescapeAngleBrackets } from '#contract/sanitise'
import {
  CHAT_FAILURE,
  type ChatMessage,
  type AssistantNote,
  type AssistantReply,
  type ReplySource,
} from '#contract/assistant/assistant'
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
import { createSearch, type Search } from './search'
import { listSources } from './sources'
import type { Synonym } from './synonyms'

/** Passages of a search; a model is given and shown all that are found. */
const MAX_SHOWN = 3

/** Text chunks, then the final reply, which replaces them. */
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
  const { notes, synonyms, model, councilOf } = deps
  // Not at the start, which should not wait for it.
  let search: Search | undefined
  const pending = createPending()

  async function* answer(
    { organisationId }: Person,
    questions: readonly string[],
    signal: AbortSignal,
  ): AsyncGenerator<AnswerPart> {
    const [question = '', ...before] = questions
    const found = (search ??= createSearch(notes, synonyms))(question, await councilOf?.(organisationId), before)
    const { passages } = found
    const nearest = (): AnswerPart[] => {
      const text = quoteNearest(found)
      const pieces = text.match(/[^\n]*\n*/g)?.filter((piece) => piece !== '') ?? []
      return [
        ...pieces.map((piece): AnswerPart => ({ type: 'text', text: piece })),
        replyOf(text, listSources(passages.slice(0, MAX_SHOWN), found.terms)),
      ]
    }
    if (passages.length === 0 || !model) {
      yield* nearest()
      return
    }
    try {
      const start = introduceModel(found)
      let text = ''
      const pieces = model.write(messagesFor(question, passages, before[0]), signal)
      for await (const piece of guardAnswer(pieces, question, passages)) {
        yield { type: 'text', text: text === '' ? start + piece : piece }
        text += piece
      }
      yield replyOf(start + text, listSources(passages, found.terms))
    } catch (error) {
      if (!(error instanceof Ungrounded)) throw error
      yield* nearest().slice(-1)
    }
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
      return withRelease(answer(person, questionsOf(messages), signal), release)
    },
    note(name: string): AssistantNote {
      const found = notes.find((note) => note.name === name)
      if (!found) throw notFound('There is no such policy note. It may have been removed.')
      const { title, nations, updated, sources, sections } = found
      return { title, nations: [...nations], updated, sources: [...sources], sections: [...sections] }
    },
    async feedback(
      person: Person,
      { useful, notes: named }: { useful: boolean; notes: readonly string[] },
    ): Promise<void> {
      const known = named.filter((name) => notes.some((note) => note.name === name))
      await deps.database.forOrganisation(person.organisationId, (tx) =>
        repo.insertFeedback(tx, {
          organisationId: person.organisationId,
          useful,
          notes: known,
          byModel: model !== undefined,
        }),
      )
    },
  }
}

const replyOf = (text: string, sources: ReplySource[]): AnswerPart => ({
  type: 'reply',
  reply: { content: [sources.length > 0 ? { text, sources } : { text }] },
})

const questionsOf = (messages: readonly ChatMessage[]): string[] =>
  messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => unescapeAngleBrackets(content.map(({ text }) => text).join(' ')))
    .reverse()

async function* withRelease(parts: AsyncGenerator<AnswerPart>, release: () => void): AsyncGenerator<AnswerPart> {
  try {
    yield* parts
  } catch (error) {
    if (error instanceof ModelFailed) throw new Fault(502, 'model_failed', CHAT_FAILURE)
    throw error
  } finally {
    release()
  }
}
