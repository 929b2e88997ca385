import { expect, test } from 'vitest'
import { PREDEFINED_QUESTIONS } from '#contract/assistant/predefinedQuestions'
import { holdsPersonalDetails } from '#contract/assistant/personalDetails'
import { ratesAt } from '../households/estimates/rates'

const RATES = ratesAt(new Date('2026-11-22'))
import { loadNotes, nationOfCode, type Nation } from './notes'
import { createRetrieval } from './retrieval'
import { createAssistantService } from './service'
import { createSpelling } from './spelling'
import { isAnswered, isDeclined, replyTo } from './testing/asked'
import { AS_TYPED } from './testing/asTyped'
import { QUESTIONS, UNANSWERABLE } from './testing/heldOut'
import { noDatabase } from './testing/noDatabase'
import { OFFICERS_ASK, OFFICERS_OUT_OF_SCOPE, OFFICERS_PERSONAL } from './testing/officers'
import { ANSWERABLE, DECLINED } from './testing/questions'

const notes = await loadNotes()
const retrieval = createRetrieval(notes)
const found = (question: string, nation?: Nation, earlier?: string) =>
  retrieval.find(question, nation, earlier).passages.map(({ note }) => note.name)

let home: Nation | undefined
const service = createAssistantService({ database: noDatabase, notes, model: undefined, nationOf: async () => home })

/** Asks as an officer of a council there. */
function asked(question: string, nation?: Nation) {
  home = nation
  return replyTo(service, question)
}

test.each([...ANSWERABLE, ...OFFICERS_ASK])('“$ask” ($nation) is answered in the quoted text', async (question) => {
  const reply = await asked(question.ask, question.nation)
  expect(isAnswered(reply, question), reply.content[0]?.text).toBe(true)
})

test.each([...DECLINED, ...OFFICERS_OUT_OF_SCOPE])('“$ask” ($nation) is declined with a way on', async (question) => {
  const reply = await asked(question.ask, question.nation)
  expect(isDeclined(reply, question), reply.content[0]?.text).toBe(true)
})

test('every predefined question is among those whose answer is known', () => {
  const known = ANSWERABLE.map(({ ask }) => ask)
  expect(PREDEFINED_QUESTIONS.flatMap(({ questions }) => questions).filter((one) => !known.includes(one))).toEqual([])
})

test.each([
  ['E08000009', 'England'],
  ['S12000036', 'Scotland'],
  ['W06000015', 'Wales'],
  ['N09000003', 'Northern Ireland'],
  ['', undefined],
])('a council of %s is in %s', (code, nation) => expect(nationOfCode(code)).toBe(nation))

test('the question’s nation comes before the council’s, and a name of another nation before both', () => {
  expect(found('winter fuel payment', 'Scotland')[0]).toBe('pension-age-winter-heating-payment')
  expect(found('winter fuel payment in England', 'Scotland')[0]).toBe('winter-fuel-payment')
  expect(found('PADP', 'England')[0]).toBe('pension-age-disability-payment')
})

test.each([
  ['asked in whole words', QUESTIONS],
  ['as people type them', AS_TYPED],
])(
  'of questions %s the right note comes first for at least 85%, and among the first three for at least 95%',
  (_how, questions) => {
    const first = questions.filter(([question, ...right]) => right.includes(found(question)[0] ?? ''))
    const among = questions.filter(([question, ...right]) => found(question).some((name) => right.includes(name)))
    expect(questions.length).toBeGreaterThanOrEqual(80)
    expect(first.length / questions.length).toBeGreaterThanOrEqual(0.85)
    expect(among.length / questions.length).toBeGreaterThanOrEqual(0.95)
  },
)

test.each([
  ['a mistyped word', 'pention credit', 'pension credit'],
  ['a word with two letters swapped', 'healthy strat', 'healthy start'],
  ['a word whose ending is mistyped', 'UC work allowence', 'UC work allowance'],
  ['no short word, and none that is right', 'is my nan ill', 'is my nan ill'],
])('%s is put right', (_what, typed, right) => {
  expect(createSpelling(notes)(typed)).toBe(right)
})

test.each([
  ['what somebody is on', 'pregnant and on UC, what food help is there', 'healthy-start'],
  ['figures of the asker’s own', '19 weeks pregnant, 938 a month, 412 after rent: food help', 'healthy-start'],
])('%s does not lead a question astray', (_what, question, note) => {
  expect(found(question)[0]).toBe(note)
})

test('at least 90% of the questions that the notes do not answer are declined', () => {
  expect(UNANSWERABLE.length).toBeGreaterThanOrEqual(20)
  expect(
    UNANSWERABLE.filter((question) => found(question).length === 0).length / UNANSWERABLE.length,
  ).toBeGreaterThanOrEqual(0.9)
})

test('no question of the test set stands in a note', () => {
  const text = notes
    .flatMap(({ sections }) => sections.map((section) => section.text))
    .join('\n')
    .toLowerCase()
  expect(QUESTIONS.filter(([question]) => text.includes(question.toLowerCase()))).toEqual([])
})

test.each(
  PREDEFINED_QUESTIONS.flatMap(({ note, questions }) => questions.map((question) => [question, note] as const)),
)('the predefined question “%s” is answered by %s', (question, note) => expect(found(question)[0]).toBe(note))

test.each(['', '   ', '<script>', '<script>alert(1)</script>', '???', 'the of and'])(
  'nothing is found for “%s”',
  (question) => {
    expect(found(question)).toEqual([])
  },
)

test('a question that goes on from the last is read with it; one that does not is declined', () => {
  const on = (question: string) => found(question, undefined, 'How much is Attendance Allowance?')[0]
  expect(on('And in Scotland?')).toBe('pension-age-disability-payment')
  expect(on('What about care homes?')).toBe('attendance-allowance')
  expect(on('How do I register to vote?')).toBeUndefined()
  expect(on('And the football?')).toBeUndefined()
})

test('rates in the notes are those of the calculator', () => {
  const textOf = (name: string) =>
    notes
      .find((note) => note.name === name)
      ?.sections.map(({ text }) => text)
      .join('\n') ?? ''
  const pounds = (value: number) => `£${value.toFixed(2)}`
  expect(textOf('attendance-allowance')).toContain(pounds(RATES.attendanceAllowance.lowerAWeek))
  expect(textOf('attendance-allowance')).toContain(pounds(RATES.attendanceAllowance.higherAWeek))
  expect(textOf('healthy-start')).toContain(pounds(RATES.healthyStart.underOneAWeek))
  expect(textOf('healthy-start')).toContain(pounds(RATES.healthyStart.otherwiseAWeek))
  expect(textOf('free-school-meals')).toContain(pounds(RATES.freeSchoolMeals.aMeal))
})

test('every note has its date, and its sources are public bodies', () => {
  const official = /^https:\/\/([a-z0-9-]+\.)*(gov\.uk|gov\.wales|gov\.scot|mygov\.scot|nhs\.uk|eani\.org\.uk)(\/|$)/
  for (const note of notes) {
    expect(note.sources.length, note.name).toBeGreaterThan(0)
    expect(note.updated, note.name).toMatch(/^2026-/)
    expect(note.sources.map(({ url }) => url).filter((url) => !official.test(url))).toEqual([])
  }
})

test.each(OFFICERS_PERSONAL)('“%s” is not sent', (question) => expect(holdsPersonalDetails(question)).toBe(true))

test('no ordinary question is taken for personal details', () => {
  const ordinary = [...ANSWERABLE, ...OFFICERS_ASK, ...DECLINED, ...OFFICERS_OUT_OF_SCOPE].map(({ ask }) => ask)
  const others = [...QUESTIONS, ...AS_TYPED].map(([question]) => question)
  expect([...ordinary, ...others, ...UNANSWERABLE].filter(holdsPersonalDetails)).toEqual([])
})
