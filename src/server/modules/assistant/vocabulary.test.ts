import { expect, test } from 'vitest'
import { loadNotes, NATIONS } from './notes'
import { OUT_OF_SCOPE, listTopicPages } from './outOfScope'
import { listMutations } from './mutations'
import { createReader } from './reading'
import { listEntries, INTENTS, MEANINGS, NATION_WORDS, WELSH } from './vocabulary'
import { isStopWord, splitWords, stemWord, stemWords } from './words'

const notes = await loadNotes()
const read = createReader(notes)
const known = new Set(
  notes.flatMap(({ title, alsoCalled, sections }) =>
    stemWords([title, ...alsoCalled, ...sections.flatMap(({ heading, text }) => [heading, text])].join(' ')),
  ),
)

test.each(listEntries(INTENTS))('“%s” asks %s', (phrase, intent) => {
  expect([...read(phrase).intents]).toContain(intent)
})

test.each(listEntries(NATION_WORDS))('“%s” is in %s', (phrase, nation) => {
  expect(read(phrase).nations).toEqual([nation])
})

/** What a phrase alone is read as: a note's title, a nation, an intent, or words. */
function meaningOf(phrase: string): string[] {
  const { notes: named, nations, intents, meanings } = read(phrase)
  return [
    ...[...named].map(({ title }) => title),
    ...nations,
    ...intents,
    ...[...meanings.values()].map((words) => words.join(' ')),
  ]
}
const same = (meaning: string) => {
  const { notes: named, nations, intents } = read(meaning)
  return [...[...named].map(({ title }) => title), ...nations, ...intents, splitWords(meaning).join(' ')]
}

test.each([...listEntries(MEANINGS), ...listEntries(WELSH)])('“%s” is said for “%s”', (phrase, meaning) => {
  expect(meaningOf(phrase).some((one) => same(meaning).includes(one))).toBe(true)
})

test.each(listEntries(MEANINGS))('what “%s” means, “%s”, is in the notes', (_phrase, meaning) => {
  expect(splitWords(meaning).filter((word) => !isStopWord(word) && !known.has(stemWord(word)))).toEqual([])
})

test('no phrase has two meanings', () => {
  const meanings = new Map<string, string>()
  for (const [phrase, meaning] of [...listEntries(MEANINGS), ...listEntries(WELSH), ...listEntries(NATION_WORDS)]) {
    const key = splitWords(phrase).map(stemWord).join(' ')
    expect([phrase, meanings.get(key) ?? meaning]).toEqual([phrase, meaning])
    meanings.set(key, meaning)
  }
})

test.each([
  ['cychwyn iach', 'gychwyn iach'],
  ['credyd pensiwn', 'chredyd pensiwn'],
  ['budd-dal tai', 'fudd-dal tai'],
  ['gofalwr', 'ofalwr'],
  ['prydau', 'mhrydau'],
])('%s is also %s', (phrase, mutated) => expect(listMutations(phrase)).toContain(mutated))

const named = OUT_OF_SCOPE.flatMap((topic) =>
  [topic.name, ...topic.alsoCalled.split(','), ...topic.welsh.split(',')]
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => [name, topic] as const),
)
test.each(named)('“%s” has no note', (name, topic) => expect(read(name).topics).toEqual([topic]))

test('every topic has a page of government for each nation', () => {
  const official = /^https:\/\/www\.(gov\.uk|gov\.wales|mygov\.scot|nidirect\.gov\.uk)\/[a-z0-9/-]+$/
  for (const topic of OUT_OF_SCOPE) {
    for (const nation of NATIONS) {
      for (const page of listTopicPages(topic, nation)) expect(page, topic.name).toMatch(official)
    }
  }
})
