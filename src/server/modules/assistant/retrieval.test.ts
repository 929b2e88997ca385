import { expect, test } from 'vitest'
import { PREDEFINED_QUESTIONS } from '#contract/assistant/predefinedQuestions'
import { holdsPersonalDetails } from '#contract/assistant/personalDetails'
import { ratesAt } from '../households/estimates/rates'
import { loadNotes, nationOfCode, type Nation } from './notes'
import { createRetrieval } from './retrieval'
import { createAssistantService } from './service'
import { createSpelling } from './spelling'
import { firstPassageOf, isAnsweredFirst, isDeclined, replyTo } from './testing/asked'
import { AS_TYPED } from './testing/asTyped'
import { QUESTIONS, UNANSWERABLE } from './testing/heldOut'
import { noDatabase } from './testing/noDatabase'
import { OFFICERS_ASK, OFFICERS_OUT_OF_SCOPE, OFFICERS_PERSONAL } from './testing/officers'
import { ANSWERABLE, DECLINED } from './testing/questions'

const RATES = ratesAt(new Date('2026-11-22'))
const notes = await loadNotes()
const retrieval = createRetrieval(notes)
const found = (question: string, nation?: Nation, earlier?: string) =>
  retrieval.find(question, { nation }, earlier === undefined ? [] : [earlier]).passages.map(({ note }) => note.name)

let home: Nation | undefined
const service = createAssistantService({
  database: noDatabase,
  notes,
  model: undefined,
  councilOf: async () => ({ nation: home }),
})

/** Asks as an officer of a council there. */
function asked(question: string, nation?: Nation) {
  home = nation
  return replyTo(service, question)
}

test('the first passage answers at least 90% of what officers ask, and misleads in at most 7%', async () => {
  const questions = [...ANSWERABLE, ...OFFICERS_ASK]
  const unanswered: string[] = []
  let misled = 0
  for (const question of questions) {
    const reply = await asked(question.ask, question.nation)
    if (isAnsweredFirst(reply, question)) continue
    unanswered.push(question.ask)
    if (reply.content[0]?.sources) misled++
  }
  expect(unanswered.length / questions.length, unanswered.join('\n')).toBeLessThanOrEqual(0.1)
  expect(misled / questions.length, unanswered.join('\n')).toBeLessThanOrEqual(0.07)
})

test.each([...DECLINED, ...OFFICERS_OUT_OF_SCOPE])('“$ask” ($nation) is declined with a way on', async (question) => {
  const reply = await asked(question.ask, question.nation)
  expect(isDeclined(reply, question), reply.content[0]?.text).toBe(true)
})

test.each<[string, string, Nation | undefined, string]>([
  [
    'of the nation of a town that the question names',
    'Healthy Start in Dundee?',
    'England',
    'For Scotland, where Dundee is:',
  ],
  ['of an authority’s nation', 'Who gets free school meals in Rhondda Cynon Taf?', 'England', 'For Wales, where'],
  ['in Welsh, with its mutation', 'prydau ysgol am ddim yng Nghaerdydd', 'England', 'For Wales, where Caerdydd is:'],
  [
    'with no nation where all have the same',
    'How much savings for Pension Credit?',
    'Wales',
    '**Pension Credit: Savings',
  ],
])('an answer is %s', async (_what, question, nation, says) => {
  expect((await asked(question, nation)).content[0]?.text).toContain(says)
})

test.each<[string, string, string]>([
  ['no benefit is named', 'What are the rates?', 'Which benefit do you mean?'],
  ['several benefits have an answer', 'Can I backdate it?', '- Pension Credit\n'],
  ['a town lies in two nations, and the rules differ', 'Free school meals in Newport', 'Which Newport do you mean?'],
])('where %s, it asks back', async (_what, question, says) => {
  const reply = await asked(question, 'England')
  expect(reply.content[0]?.text).toContain(says)
  expect(reply.content[0]?.sources).toBeUndefined()
})

test('a town of two nations whose rules are the same is not asked about', async () => {
  expect((await asked('How much is Pension Credit in Newport?', 'England')).content[0]?.text).toContain('£238.00')
})

test.each([
  ['Does a divorce settlement count for Pension Credit?', 'https://www.gov.uk/pension-credit'],
  ['Can a prisoner get Housing Benefit?', 'https://www.gov.uk/housing-benefit'],
  ['How do I appeal a Healthy Start decision?', 'https://www.gov.uk/healthy-start'],
  ['Attendance Allowance rates in 2030 to 2031', 'https://www.gov.uk/attendance-allowance'],
])('a benefit that is named is no answer: “%s”', async (question, page) => {
  expect(isDeclined(await asked(question, 'England'), { ask: question, names: page })).toBe(true)
})

test.each([
  [
    'what one does to the other',
    'Does getting Attendance Allowance affect housing benefit?',
    'It may raise Pension Credit',
  ],
  ['the same the other way round', 'Does Housing Benefit affect Pension Credit?', 'Not counted: Attendance Allowance'],
  [
    'the same as a condition',
    'Does Housing Benefit go up if she gets Attendance Allowance?',
    'It may raise Pension Credit',
  ],
  ['either, where one is asked for', 'temp accommodation, HB or UC', 'temporary accommodation'],
])('of two benefits, %s', async (_what, question, says) => {
  expect(firstPassageOf((await asked(question, 'England')).content[0]?.text ?? '')).toContain(says)
})

test.each([
  ['no passage speaks of both benefits', 'Does Attendance Allowance affect the Winter Fuel Payment?'],
  ['a row of a table speaks of only one', 'Attendance Allowance and council tax reduction non-dependant deductions'],
  ['a rare word of it is not met', 'Can somebody on remand get Attendance Allowance?'],
  ['its words only stand in the name of another benefit', 'Is Pension Credit taxable?'],
  ['the passage is about something beside it', 'Can full-time students get council tax reduction?'],
  ['it asks how long something takes', 'How long does Pension Credit take to come through?'],
  ['it asks how many people', 'How many people got Pension Credit last year?'],
  ['a later year is asked for', 'Is Universal Credit going up in 2027?'],
])('a question is declined where %s', async (_why, question) => {
  expect(isDeclined(await asked(question, 'England'), { ask: question })).toBe(true)
})

test.each<[string, string, Nation, string]>([
  [
    'of a discount, not of the reduction',
    'Do students count for council tax?',
    'England',
    'full-time students do not count',
  ],
  [
    'about acting for somebody',
    "How do I deal with mum's Attendance Allowance if she cannot sign?",
    'England',
    'appointee',
  ],
  ['about the age, in Welsh', "Beth yw'r oed i hawlio Credyd Pensiwn?", 'Wales', 'State Pension age'],
  ['about an effect, in Welsh', 'A yw cynilion yn effeithio ar Gredyd Pensiwn?', 'Wales', '£10,000'],
  ['of what replaced a benefit in a nation', 'What replaces Healthy Start in Dundee?', 'England', 'Best Start Foods'],
  [
    'of a move from Scotland',
    'Client moved from Fife to Leeds with PADP, what now?',
    'England',
    'Moving away from Scotland',
  ],
  [
    'for a need without a benefit’s name, by age',
    'A resident of 71 needs help washing. What can he apply for?',
    'England',
    '**Attendance Allowance',
  ],
  ['the same under that age', 'Is there any help for a man of 45 who cannot cook?', 'England', '**Personal Indep'],
  [
    'the same where a relative lives in another nation',
    "A client's mother, 82, lives in Dundee and needs care at night. Which benefit?",
    'England',
    '**Pension Age Disability Payment',
  ],
  [
    'for a pensioner who is short of money',
    'Pensioner with only the state pension, what help?',
    'England',
    '**Pension Credit',
  ],
  ['for words as they are texted', 'best strat foods wat age dose it stop', 'Scotland', 'child under three'],
  ['about each week, in Welsh', "Faint yw'r Lwfans Gweini bob wythnos?", 'Wales', '£76.70'],
  ['of a move to Scotland', 'Family on Healthy Start moved to Stirling', 'England', 'Moving to Scotland'],
  [
    'of where a move leads',
    'moved from Newcastle to Edinburgh with attendance allowance',
    'England',
    'Moving to Scotland',
  ],
  ['of the year that is asked for', 'lower rate of attendance allowance in 2025 to 2026?', 'England', '£73.90'],
  ['of last year', 'how much was pension credit last year', 'England', '£227.10'],
  ['for a carer', 'Woman looks after her husband full time, what could she claim?', 'England', "**Carer's Allowance"],
  [
    'for food, by nation',
    'What card is there for formula milk for my niece in Paisley?',
    'Wales',
    '**Best Start Foods',
  ],
  ['for an age in words', 'Chap in his eighties cannot dress himself. Anything to claim?', 'Wales', '**Attendance'],
  ['for a need in Welsh', 'Mae fy mam yn 80 ac angen help i ymolchi. Beth all hi ei hawlio?', 'Wales', '**Attendance'],
  ['on hours, in Welsh', 'Am faint o oriau mae angen gofalu i gael Lwfans Gofalwr?', 'Wales', '35 hours'],
  ['of leaving one nation for another', 'Mum on Healthy Start leaves Cardiff for Falkirk', 'Wales', 'Best Start Foods'],
  ['of a carer’s move', "Carer's Allowance and a move to Edinburgh", 'England', 'Carer Support Payment'],
  ['for a slip that is a word', 'hosing benifit pensoners hu can get it', 'England', '**Housing Benefit'],
  ['with the plain amount', 'Is pension credit the same amount in Northern Ireland?', 'England', '£238.00'],
])('an answer is %s: “%s”', async (_what, question, nation, says) => {
  expect(firstPassageOf((await asked(question, nation)).content[0]?.text ?? '')).toContain(says)
})

test('“it” in a question on an effect is the benefit asked about before', () => {
  const earlier = "What is Carer's Allowance?"
  const { passages } = retrieval.find('does it count as income for universal credit?', {}, [earlier])
  expect(passages[0]?.section.heading).toBe("Carer's Allowance with Universal Credit")
})

test('common words alone are what a question after another asks', () => {
  const after = (question: string) =>
    retrieval.find(question, { nation: 'England' }, ['How much is Pension Credit?']).passages[0]?.section.heading
  expect(after('How is it paid?')).toContain('paid')
  expect(after('How soon will they hear back?')).toBeUndefined()
  expect(after('What was it last year?')).toBe('How much it was in 2025 to 2026')
})

test('a benefit within a note is not answered by the rest of the note', () => {
  const { passages } = retrieval.find('Child with Scottish Child Payment moves to Carlisle', { nation: 'Scotland' })
  expect(passages[0]?.section.heading).toBe('Scottish Child Payment')
})

test('a whole question after another asks something of its own', () => {
  const { passages } = retrieval.find('Is it taxed?', { nation: 'England' }, ['How much is Attendance Allowance?'])
  expect(passages[0]?.section.heading).toBe('What it is')
})

test('a second passage is quoted only for what the first leaves open', () => {
  expect(found('How much is Attendance Allowance?', 'England')).toEqual(['attendance-allowance'])
  expect(found('Who can get Winter Fuel Payment and when is it paid?', 'England')).toHaveLength(2)
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
])('of questions %s the right note comes first for at least 85%', (_how, questions) => {
  const first = questions.filter(([question, ...right]) => right.includes(found(question)[0] ?? ''))
  expect(questions.length).toBeGreaterThanOrEqual(80)
  expect(
    first.length / questions.length,
    questions.filter((one) => !first.includes(one)).join('\n'),
  ).toBeGreaterThanOrEqual(0.85)
})

test.each([
  ['a mistyped word', 'pention credit', 'pension credit'],
  ['a word with two letters swapped', 'healthy strat', 'healthy start'],
  ['a word whose ending is mistyped', 'healthy strart card', 'healthy start card'],
  ['a word that sounds the same', 'penshun credit skool', 'pension credit school'],
  ['no short word, and none that is right', 'is my nan ill in prison', 'is my nan ill in prison'],
  ['a stem that is no word', 'warm home discont', 'warm home discount'],
  ['no unknown word to a town, where none is meant', 'does it pay broadband', 'does it pay broadband'],
  ['no town', 'pension credit in Penistone', 'pension credit in Penistone'],
])('%s is put right', (_what, typed, right) => {
  expect(createSpelling(notes)(typed)).toBe(right)
})

test.each([
  ['what somebody is on', 'pregnant and on UC, what food help is there', 'healthy-start'],
  ['figures of the asker’s own', '19 weeks pregnant, 938 a month, 412 left: food help', 'healthy-start'],
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
  expect(on('How do they apply?')).toBe('attendance-allowance')
  expect(on('What about Pension Credit?')).toBe('pension-credit')
  expect(on('And with a divorce settlement?')).toBeUndefined()
  expect(on('How do I register to vote?')).toBeUndefined()
  expect(on('And the football?')).toBeUndefined()
})

test('it goes on over several questions', () => {
  const { passages } = retrieval.find('And in Scotland?', {}, ['How do they apply?', 'Who can get Healthy Start?'])
  expect(passages.map(({ note, section }) => [note.name, section.heading])).toEqual([
    ['best-start-foods', 'How to apply'],
  ])
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
