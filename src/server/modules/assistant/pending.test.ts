import { expect, test } from 'vitest'
import type { ModelClient } from '../../clients/llm'
import { loadNotes } from './notes'
import { createPending } from './pending'
import { createAssistantService } from './service'
import { loadSynonyms } from './synonyms'
import { noDatabase, SOMEBODY } from './testing/noDatabase'

const notes = await loadNotes()
const synonyms = await loadSynonyms()

test('one pending question a person, until it is given back; twice is once', () => {
  const pending = createPending()
  const release = pending.take('ann')
  expect(() => pending.take('ann')).toThrow('Your last question is still being answered.')
  pending.take('bob')
  release()
  const second = pending.take('ann')
  release()
  expect(() => pending.take('ann')).toThrow('still being answered')
  second()
  expect(() => pending.take('ann')).not.toThrow()
})

test('Stop frees the place at once, while the model still hangs', async () => {
  const model: ModelClient = {
    write: async function* () {
      yield await new Promise<string>(() => {})
    },
  }
  const service = createAssistantService({ database: noDatabase, notes, synonyms, model })
  const question = [{ role: 'user' as const, content: [{ text: 'How much is Attendance Allowance?' }] }]
  const stop = new AbortController()
  void service.ask(SOMEBODY, question, stop.signal).next()
  expect(() => service.ask(SOMEBODY, question, new AbortController().signal)).toThrow('still being answered')
  stop.abort()
  expect(() => service.ask(SOMEBODY, question, new AbortController().signal)).not.toThrow()
})

test('a person who left before the question was taken up is not kept waiting for its answer', async () => {
  const service = createAssistantService({ database: noDatabase, notes, synonyms, model: undefined })
  const question = [{ role: 'user' as const, content: [{ text: 'How much is Attendance Allowance?' }] }]
  void service.ask(SOMEBODY, question, AbortSignal.abort())
  expect(() => service.ask(SOMEBODY, question, new AbortController().signal)).not.toThrow()
})
