/** Answers only from the notes (docs/product.md#policy-assistant). Questions are never stored or logged. */
import { unescapeAngleBrackets } from '#contract/sanitise'
import {
  CHAT_FAILURE,
  MODEL_HEADING,
  NEAREST_HEADING,
  type ChatMessage,
  type AssistantNote,
  type AssistantReply,
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
import { askBack, declineQuestion, leadAnswer, quotePassages } from './quote'
import * as repo from './repo'
import { createRetrieval, type Retrieval } from './retrieval'
import { listSources } from './sources'
import { stemWords } from './words'

/** Text chunks, then the final reply, which replaces them. */
export type AnswerPart = { type: 'text'; text: string } | { type: 'reply'; reply: AssistantReply }

export type AssistantService = ReturnType<typeof createAssistantService>

/**
 * @param deps.model without it passages are quoted
 * @param deps.councilOf name and nation of an organisation
 */
export function createAssistantService(deps: {
  database: Database
  notes: readonly Note[]
  model: ModelClient | undefined
  councilOf?: (organisationId: string) => Promise<AskingCouncil>
}) {
  const { notes, model, councilOf } = deps
  // Not at the start, which should not wait for it.
  let retrieval: Retrieval | undefined
  const pending = createPending()

  async function* answer(
    { organisationId }: Person,
    questions: readonly string[],
    signal: AbortSignal,
  ): AsyncGenerator<AnswerPart> {
    const [question = '', ...earlier] = questions
    const found = (retrieval ??= createRetrieval(notes)).find(question, await councilOf?.(organisationId), earlier)
    const { passages } = found
    const sources = listSources(passages, new Set(stemWords(question)))
    const lead = leadAnswer(found)
    const nearest = `## ${NEAREST_HEADING}\n\n${lead}${quotePassages(passages)}`
    const whole = (text: string): AnswerPart => ({
      type: 'reply',
      reply: { content: [sources.length > 0 ? { text, sources } : { text }] },
    })
    if (passages.length === 0 || !model) {
      const text = found.unclear
        ? askBack(found.unclear)
        : passages.length === 0
          ? declineQuestion(notes, found)
          : nearest
      for (const piece of text.match(/[^\n]*\n*/g) ?? []) if (piece !== '') yield { type: 'text', text: piece }
      yield whole(text)
      return
    }
    try {
      const start = `## ${MODEL_HEADING}\n\n${lead}`
      let text = ''
      for await (const piece of guardAnswer(
        model.write(messagesFor(question, passages, earlier[0]), signal),
        question,
        passages,
      )) {
        yield { type: 'text', text: text === '' ? start + piece : piece }
        text += piece
      }
      yield whole(start + text)
    } catch (error) {
      if (!(error instanceof Ungrounded)) throw error
      yield whole(nearest)
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
