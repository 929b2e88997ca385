/**
 * `npx tsx tests/bench/askAssistant.ts FILE.json`: asks the assistant each question of a file and prints what it replies.
 * The file holds questions as in assistantQuestions.json, which are graded, or `["E", "question", "then …"]`, which are not.
 */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { NATIONS } from '../../src/server/modules/assistant/notes'
import { gradeQuestions, questionSchema, type GradedQuestion } from './assistantQuestions'

const shortSchema = z.array(z.string()).min(2)
const fileSchema = z.array(z.union([questionSchema, shortSchema]))

const ungraded = ([letter = '', ...turns]: readonly string[]): GradedQuestion => ({
  kind: 'not graded',
  council: NATIONS.find((nation) => nation.startsWith(letter)) ?? 'England',
  turns,
  right: '',
  expects: ['answers', 'asks', 'declines', 'refused'],
})

const [file = ''] = process.argv.slice(2)
const questions = fileSchema
  .parse(JSON.parse(await readFile(file, 'utf8')))
  .map((one) => (Array.isArray(one) ? ungraded(one) : one))
const graded = await gradeQuestions(questions)
for (const { question, route, isRight, isMisleading, text } of graded) {
  const grade = isRight ? 'ok' : isMisleading ? 'MISLEADING' : 'WRONG'
  console.log(`\n# ${grade} · ${question.council} · ${question.turns.join(' // ')}`)
  if (question.right !== '') console.log(`  right: ${question.right}`)
  console.log(`  ${route}: ${text.replace(/\s+/g, ' ').slice(0, 400)}`)
}
const [right, misleading] = [graded.filter((one) => one.isRight), graded.filter((one) => one.isMisleading)]
console.log(`\n${graded.length} questions: ${right.length} right, ${misleading.length} misleading`)
