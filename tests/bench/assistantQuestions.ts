/**
 * Questions, each with what a right reply is, graded by whether the first passage answers. Those in assistantQuestions.json
 * are known to those who work on the notes; a file written by somebody who has read none measures. As in GOV.UK Chat a question takes one of several routes: an answer, a question back, or a refusal with
 * a way on; precision and recall are those of the answers.
 */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { holdsPersonalDetails } from '#contract/assistant/personalDetails'
import { loadNotes, NATIONS, type Nation } from '../../src/server/modules/assistant/notes'
import { createAssistantService } from '../../src/server/modules/assistant/service'
import { firstPassageOf } from '../../src/server/modules/assistant/testing/asked'
import { noDatabase, SOMEBODY } from '../../src/server/modules/assistant/testing/noDatabase'

const routes = ['answers', 'asks', 'declines', 'refused'] as const
type Route = (typeof routes)[number]

export const questionSchema = z.object({
  kind: z.string(),
  council: z.enum(NATIONS),
  /** The last is graded. */
  turns: z.array(z.string()).min(1),
  /** In words, for people. */
  right: z.string(),
  expects: z.array(z.enum(routes)).min(1),
  /** A pattern that the first passage of an answer has to match. */
  says: z.string().optional(),
})
export type GradedQuestion = z.infer<typeof questionSchema>

export interface Graded {
  readonly question: GradedQuestion
  readonly route: Route
  readonly isRight: boolean
  /** Answered, and not with the answer. */
  readonly isMisleading: boolean
  readonly text: string
}

export const readQuestions = async (file: string): Promise<GradedQuestion[]> =>
  z.array(questionSchema).parse(JSON.parse(await readFile(file, 'utf8')))

/** Asks each as an officer of a council of its nation. */
export async function gradeQuestions(questions: readonly GradedQuestion[]): Promise<Graded[]> {
  let nation: Nation | undefined
  const service = createAssistantService({
    database: noDatabase,
    notes: await loadNotes(),
    model: undefined,
    councilOf: async () => ({ name: 'Northmere', nation }),
  })
  const graded: Graded[] = []
  for (const question of questions) {
    nation = question.council
    const messages = question.turns.map((text) => ({ role: 'user' as const, content: [{ text }] }))
    const isRefused = holdsPersonalDetails(question.turns.at(-1) ?? '')
    let [text, isAnswer] = ['', false]
    if (!isRefused)
      for await (const part of service.ask(SOMEBODY, messages, new AbortController().signal)) {
        if (part.type !== 'reply') continue
        text = part.reply.content[0]?.text ?? ''
        isAnswer = part.reply.content[0]?.sources !== undefined
      }
    const route = isRefused ? 'refused' : isAnswer ? 'answers' : /^Which .*\?/m.test(text) ? 'asks' : 'declines'
    const isRight =
      question.expects.includes(route) &&
      (route !== 'answers' || new RegExp(question.says ?? '.', 'i').test(firstPassageOf(text).replaceAll('**', '')))
    graded.push({ question, route, isRight, isMisleading: route === 'answers' && !isRight, text })
  }
  return graded
}
