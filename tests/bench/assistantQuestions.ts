/** Questions, each with the notes whose passage answers it and what that passage says. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { listNations } from '../../src/server/modules/assistant/nations'
import { NATIONS, type Nation, type Note } from '../../src/server/modules/assistant/notes'
import type { Passage } from '../../src/server/modules/assistant/search'

const questionSchema = z.object({
  kind: z.enum(['plain', 'misspelt', 'welsh', 'nation', 'everyday', 'followUp', 'unknown']),
  council: z.enum(NATIONS),
  /** The last is asked. */
  turns: z.array(z.string()).min(1),
  answerable: z.boolean(),
  /** A pattern that the passage matches, whatever the case. */
  says: z.string().optional(),
  /** File names without .md. */
  note: z.array(z.string()).optional(),
})
export type BenchQuestion = z.infer<typeof questionSchema>

/** Questions that nobody saw who worked on notes or search, where there are some; else those that are known. */
export async function readQuestions(): Promise<{ questions: BenchQuestion[]; areKnown: boolean }> {
  const blind = new URL('assistantBlind.json', import.meta.url)
  const areKnown = !existsSync(blind)
  const file = areKnown ? new URL('assistantKnown.json', import.meta.url) : blind
  return { questions: z.array(questionSchema).parse(JSON.parse(await readFile(file, 'utf8'))), areKnown }
}

export interface Graded {
  readonly question: BenchQuestion
  /** Place of the right passage among those found, from 0. */
  readonly place: number | undefined
  readonly isNothing: boolean
  /** The first passage is for other nations than any that answers. */
  readonly isOfOtherNation: boolean
  /** Without an answer in the notes: the reply names what it did not find, or shows nothing. */
  readonly isOwned: boolean
}

/** @param passages found, nearest first */
export function grade(
  question: BenchQuestion,
  passages: readonly Passage[],
  unknown: readonly string[],
  notes: readonly Note[],
): Graded {
  const answers = notes
    .flatMap((note) => note.sections.map((section) => ({ note, section })))
    .filter((passage) => isRight(question, passage))
  const nations = new Set<Nation>(answers.flatMap(({ note, section }) => listNations(note, section)))
  const [first] = passages
  const place = passages.findIndex((passage) => isRight(question, passage))
  return {
    question,
    place: place < 0 ? undefined : place,
    isNothing: first === undefined,
    isOfOtherNation:
      first !== undefined &&
      nations.size > 0 &&
      !listNations(first.note, first.section).some((nation) => nations.has(nation)),
    isOwned: first === undefined || unknown.length > 0,
  }
}

const isRight = ({ note: names = [], says = '' }: BenchQuestion, { note, section }: Passage): boolean =>
  names.includes(note.name) &&
  new RegExp(says, 'i').test(
    `${note.title}: ${section.heading} ${section.text}`.replaceAll('**', '').replace(/\s+/g, ' '),
  )
