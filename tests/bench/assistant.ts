import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { holdsPersonalDetails } from '#contract/assistant/personalDetails'
import { askAssistant, type AssistantReply } from '#contract/assistant/assistant'
import { buildApp } from '../../src/server/app'
import { readConfig } from '../../src/server/config'
import { loadNotes, type Nation } from '../../src/server/modules/assistant/notes'
import { createRetrieval } from '../../src/server/modules/assistant/retrieval'
import { createAssistantService } from '../../src/server/modules/assistant/service'
import { isAnsweredFirst, isDeclined, replyTo } from '../../src/server/modules/assistant/testing/asked'
import { AS_TYPED } from '../../src/server/modules/assistant/testing/asTyped'
import {
  BLIND,
  BLIND_ORDINARY,
  BLIND_OUT_OF_SCOPE,
  BLIND_PERSONAL,
} from '../../src/server/modules/assistant/testing/blind'
import { QUESTIONS, UNANSWERABLE, type HeldOutQuestion } from '../../src/server/modules/assistant/testing/heldOut'
import { noDatabase } from '../../src/server/modules/assistant/testing/noDatabase'
import { createServices } from '../../src/server/services'
import { seed } from '../server/harness/seed'
import { gradeQuestions, readQuestions } from './assistantQuestions'
import { askAboutTowns } from './assistantTowns'
import { type Bench, type Figure, milliseconds, percentile } from './bench'

const WITHIN_MS = 150

/** The policy assistant without a model: what it finds, and how soon its first words come over HTTP. */
export const assistantBench: Bench = {
  name: 'assistant',
  async run() {
    const took = await firstWords(QUESTIONS.map(([question]) => question))
    const p95 = percentile(took, 95)
    return [
      ...(await found()),
      ...(await blind()),
      ...(await graded()),
      await towns(),
      {
        what: `policy assistant: first words, ${took.length} questions one after the other, p50 / p95 / slowest`,
        measured: `${milliseconds(percentile(took, 50))} / ${milliseconds(p95)} / ${milliseconds(Math.max(...took))}`,
        floor: `p95 within ${WITHIN_MS} ms`,
        holds: p95 <= WITHIN_MS,
      },
    ]
  },
}

const share = (part: number, whole: number) => `${part} of ${whole} (${((100 * part) / whole).toFixed(1)}%)`

const figure = (what: string, part: number, whole: number, floor: number): Figure => ({
  what: `policy assistant: ${what}`,
  measured: share(part, whole),
  floor: `${floor}%`,
  holds: part / whole >= floor / 100,
})

async function blind(): Promise<Figure[]> {
  const notes = await loadNotes()
  let home: Nation | undefined
  const service = createAssistantService({
    database: noDatabase,
    notes,
    model: undefined,
    councilOf: async () => ({ nation: home }),
  })
  const passed = async <Q extends { ask: string; nation?: Nation }>(
    questions: readonly Q[],
    isRight: (reply: AssistantReply, question: Q) => boolean,
  ) => {
    let count = 0
    for (const question of questions) {
      home = question.nation
      if (isRight(await replyTo(service, question.ask), question)) count++
    }
    return count
  }
  const stopped = BLIND_PERSONAL.filter(holdsPersonalDetails).length
  const through = BLIND_ORDINARY.filter((text) => !holdsPersonalDetails(text)).length
  return [
    figure('blind questions, the answer in the first passage', await passed(BLIND, isAnsweredFirst), BLIND.length, 88),
    figure(
      'blind questions out of scope, declined with a way on',
      await passed(BLIND_OUT_OF_SCOPE, isDeclined),
      BLIND_OUT_OF_SCOPE.length,
      95,
    ),
    figure('blind questions with personal details, stopped', stopped, BLIND_PERSONAL.length, 100),
    figure('blind questions with figures, let through', through, BLIND_ORDINARY.length, 100),
  ]
}

/** Of questions that the notes and the reader were worked on with: a regression, no measure of questions to come. */
async function graded(): Promise<Figure[]> {
  const file = fileURLToPath(new URL('assistantQuestions.json', import.meta.url))
  const all = await gradeQuestions(await readQuestions(file))
  const answered = all.filter(({ route }) => route === 'answers')
  const answerable = all.filter(({ question }) => question.expects.includes('answers'))
  const rightly = answered.filter(({ isRight }) => isRight).length
  const misleading = all.filter(({ isMisleading }) => isMisleading).length
  return [
    figure('known questions: right reply', all.filter(({ isRight }) => isRight).length, all.length, 88),
    figure('known questions: precision of answers', rightly, answered.length, 95),
    figure('known questions: recall of answers', rightly, answerable.length, 80),
    {
      what: 'policy assistant: known questions: misleading',
      measured: share(misleading, all.length),
      floor: 'at most 3%',
      holds: misleading / all.length <= 0.03,
    },
  ]
}

async function towns(): Promise<Figure> {
  const { asked, wrong } = await askAboutTowns()
  return figure(
    `towns and authorities from another nation (wrong: ${wrong.join(', ') || 'none'})`,
    asked - wrong.length,
    asked,
    98,
  )
}

async function found(): Promise<Figure[]> {
  const retrieval = createRetrieval(await loadNotes())
  const namesFor = (question: string) => retrieval.find(question).passages.map(({ note }) => note.name)
  const of = (what: string, questions: readonly HeldOutQuestion[]) => {
    const answers = questions.map(([question, ...right]) => ({ names: namesFor(question), right }))
    return [
      figure(
        `${what}, right note first`,
        answers.filter(({ names, right }) => right.includes(names[0] ?? '')).length,
        answers.length,
        85,
      ),
    ]
  }
  const declined = UNANSWERABLE.filter((question) => namesFor(question).length === 0).length
  return [
    ...of('held-out questions', QUESTIONS),
    ...of('questions as people type them', AS_TYPED),
    figure('unanswerable questions declined', declined, UNANSWERABLE.length, 90),
  ]
}

/** Milliseconds from each question to the first event of its streamed reply. */
async function firstWords(questions: readonly string[]): Promise<number[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'doorstep-bench-assistant-'))
  const services = await createServices(readConfig({ DOORSTEP_DATA: dataFolder, LOG_LEVEL: 'silent' }))
  const app = await buildApp(services)
  try {
    const { ashford, people } = await seed(services.database)
    const session = await services.sessions.begin({ personId: people.staff.id, organisationId: ashford.id })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const took: number[] = []
    for (const text of questions) {
      const start = performance.now()
      const response = await fetch(`${url}${askAssistant.path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          cookie: `doorstep=${session.id}`,
          origin: services.config.publicUrl,
        },
        body: JSON.stringify({ content: [{ role: 'user', content: [{ text }] }] }),
      })
      if (!response.ok || !response.body) throw new Error(`The assistant answered ${response.status}.`)
      let first = 0
      for await (const piece of response.body) if (piece.byteLength > 0) first ||= performance.now() - start
      took.push(first)
    }
    return took
  } finally {
    await app.close()
    await services.close()
    await rm(dataFolder, { recursive: true, force: true })
  }
}
