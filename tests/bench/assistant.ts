import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askAssistant } from '#contract/assistant/assistant'
import { holdsPersonalDetails } from '#contract/assistant/personalDetails'
import { buildApp } from '../../src/server/app'
import { readConfig } from '../../src/server/config'
import { loadNotes } from '../../src/server/modules/assistant/notes'
import { createSearch } from '../../src/server/modules/assistant/search'
import { loadSynonyms } from '../../src/server/modules/assistant/synonyms'
import { createServices } from '../../src/server/services'
import { seed } from '../server/harness/seed'
import { PERSONAL } from './assistantPersonal'
import { grade, readQuestions, type Graded } from './assistantQuestions'
import { askAboutTowns } from './assistantTowns'
import { type Bench, type Figure, milliseconds, percentile } from './bench'

const WITHIN_MS = 50

/** The policy assistant without a model: what it finds, and how soon. */
export const assistantBench: Bench = {
  name: 'assistant',
  async run() {
    const notes = await loadNotes()
    const search = createSearch(notes, await loadSynonyms())
    const { questions, areKnown } = await readQuestions()
    const graded = questions.map((question) => {
      const [now = '', ...before] = question.turns.toReversed()
      const { passages, unknown } = search(now, { name: 'Northmere', nation: question.council }, before)
      return grade(question, passages, unknown, notes)
    })
    const took = await answerTimes(questions.map(({ turns }) => turns.at(-1) ?? ''))
    const p95 = percentile(took, 95)
    const { asked, wrong } = await askAboutTowns(search)
    return [
      ...foundIn(graded, areKnown ? 'known questions' : 'blind questions'),
      figure('personal details refused', PERSONAL.filter(holdsPersonalDetails).length, PERSONAL.length, 100),
      figure(
        `towns and councils of another nation, whose passage is first (not: ${wrong.join(', ') || 'none'})`,
        asked - wrong.length,
        asked,
        98,
      ),
      {
        what: `policy assistant: an answer over HTTP, ${took.length} questions one after the other, p50 / p95 / slowest`,
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

const atMost = (what: string, part: number, whole: number, most: number): Figure => ({
  what: `policy assistant: ${what}`,
  measured: share(part, whole),
  floor: `at most ${most}%`,
  holds: part / whole <= most / 100,
})

function foundIn(all: readonly Graded[], which: string): Figure[] {
  const answerable = all.filter(({ question }) => question.answerable)
  const kinds = [...new Set(answerable.map(({ question }) => question.kind))]
  const others = all.filter(({ question }) => !question.answerable)
  const within = (graded: readonly Graded[], of: number) =>
    graded.filter(({ place }) => place !== undefined && place < of).length
  const figures = (what: string, graded: readonly Graded[]): Figure[] => [
    figure(`${what}: answer first`, within(graded, 1), graded.length, 55),
    figure(`${what}: answer within three`, within(graded, 3), graded.length, 80),
    figure(`${what}: answer within five`, within(graded, 5), graded.length, 88),
  ]
  return [
    ...kinds.flatMap((kind) =>
      figures(
        `${which}, ${kind}`,
        answerable.filter(({ question }) => question.kind === kind),
      ),
    ),
    ...figures(`${which}, all`, answerable),
    atMost(
      `${which}: answerable, and nothing`,
      answerable.filter(({ isNothing }) => isNothing).length,
      answerable.length,
      1,
    ),
    atMost(
      `${which}: another nation first`,
      answerable.filter(({ isOfOtherNation }) => isOfOtherNation).length,
      answerable.length,
      0,
    ),
    ...(others.length === 0
      ? []
      : [
          figure(
            `${which}: not in the notes, and what is missing named or nothing shown`,
            others.filter(({ isOwned }) => isOwned).length,
            others.length,
            0,
          ),
        ]),
  ]
}

/** Milliseconds from each question to the end of its reply. */
async function answerTimes(questions: readonly string[]): Promise<number[]> {
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
          cookie: `doorstep=${session.id}`,
          origin: services.config.publicUrl,
        },
        body: JSON.stringify({ content: [{ role: 'user', content: [{ text }] }] }),
      })
      if (!response.ok) throw new Error(`The assistant answered ${response.status}.`)
      await response.text()
      took.push(performance.now() - start)
    }
    return took
  } finally {
    await app.close()
    await services.close()
    await rm(dataFolder, { recursive: true, force: true })
  }
}
