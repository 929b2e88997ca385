/** Makes letters in turns of one LibreOffice run; ./prepare.ts stores them. */
import { makePdfPath } from '../../../clients/libreOffice'
import type { CampaignRow } from '../campaigns/repo'
import { isTranslated } from '../recipients/template'
import type { LetterTurns } from './documents/documents'
import { LimitPassed, type DocumentSession } from './documents/session'
import type { LetterMarks, TemplateDependencies } from './dependencies'
import { openTemplate } from './previews'
import { findTemplate } from './repo'
import { LETTER_FAULTS, NOT_MADE } from './words'

export const TURN_LIMIT_MS = 60_000
export const LETTER_LIMIT_MS = 20_000

/** On a busy machine every letter is slow: no household is left out for that. */
const limitBeside = (emptyMs: number) => Math.min(2 * TURN_LIMIT_MS, Math.max(LETTER_LIMIT_MS, 4 * emptyMs))

const TEMPLATE = 'template.docx'
const TRANSLATION = 'translation.docx'

/** Puts the templates into the session. */
export async function addCampaignTemplates(
  session: DocumentSession,
  { database, files }: TemplateDependencies,
  { organisationId, letterTemplateKey, translationLetterKey }: CampaignRow,
): Promise<void> {
  const add = async (name: string, key: string | null) => {
    if (key === null) return
    const template = await database.forOrganisation(organisationId, (tx) => findTemplate(tx, organisationId, key))
    if (!template) throw new Error('The letter template of a campaign is not in the records.')
    await session.add(name, await openTemplate(files, template))
  }
  await add(TEMPLATE, letterTemplateKey)
  await add(TRANSLATION, translationLetterKey)
}

const templateFor = (values: Readonly<Record<string, string>>) => (isTranslated(values) ? TRANSLATION : TEMPLATE)

export interface Workplace {
  readonly session: DocumentSession
  readonly turns: LetterTurns
}

export type MarkedLetter = ReturnType<Awaited<ReturnType<LetterMarks['of']>>>

export interface LetterToMake {
  readonly position: number
  readonly values: Readonly<Record<string, string>> | undefined
  readonly marked: MarkedLetter
}

type MadeOrNot = { readonly pdf: string; readonly pages: number } | string

/**
 * A letter that crashes LibreOffice loses the rest of its run, so those without a PDF are retried singly.
 * @throws Error when not even an empty letter comes out
 */
export async function makeLettersWithRetries({ session, turns }: Workplace, letters: readonly LetterToMake[]) {
  if (letters.length === 0) return { outcomes: new Map<number, MadeOrNot>(), turnMs: 1 }
  const turn = async (some: readonly LetterToMake[], limitMs: number) => {
    const seen = { startedAt: 0, isCutOff: false }
    const made = await turns
      .turn(limitMs, () => {
        seen.startedAt = Date.now()
        return makeLettersOnce(session, some)
      })
      .catch((error: unknown) => {
        if (!(error instanceof LimitPassed)) throw error
        seen.isCutOff = true
        return new Map<number, MadeOrNot>()
      })
    return { made, turnMs: Math.max(1, Date.now() - seen.startedAt), isCutOff: seen.isCutOff }
  }
  const limitNow = async () => {
    const { made, turnMs: emptyMs } = await turn([EMPTY_LETTER], TURN_LIMIT_MS)
    if (!made.has(EMPTY)) throw new Error('LibreOffice makes no letter at all.')
    return limitBeside(emptyMs)
  }
  const { made: outcomes, turnMs } = await turn(letters, TURN_LIMIT_MS)
  const missing = letters.filter(({ position }) => !outcomes.has(position))
  if (missing.length === 0) return { outcomes, turnMs }
  let limitMs = await limitNow()
  for (const letter of missing) {
    let alone = await turn([letter], limitMs)
    if (alone.isCutOff) {
      const longer = await limitNow()
      if (longer > limitMs) alone = await turn([letter], (limitMs = longer))
    }
    for (const [position, outcome] of alone.made) outcomes.set(position, outcome)
  }
  return { outcomes, turnMs }
}

const EMPTY = -1
const EMPTY_LETTER: LetterToMake = { position: EMPTY, values: {}, marked: undefined }

/** In one run; lost letters are not in the result. */
export async function makeLettersOnce(
  session: DocumentSession,
  letters: readonly LetterToMake[],
): Promise<Map<number, MadeOrNot>> {
  const outcomes = new Map<number, MadeOrNot>()
  const names = new Map(letters.map(({ position }, index) => [position, `${index}.docx`]))
  const readable = letters.flatMap(({ position, values, marked }) =>
    values ? [{ position, into: names.get(position) ?? '', values, mark: marked?.mark }] : [],
  )
  const written: typeof readable = []
  for (const template of [TEMPLATE, TRANSLATION]) {
    const some = readable.filter(({ values }) => templateFor(values) === template)
    if (some.length === 0) continue
    const filled = await session.ask('fill', {
      template,
      letters: some.map(({ into, values, mark }) => ({ into, values, mark })),
    })
    written.push(...some.filter((_, index) => filled[index]))
  }
  for (const { position } of letters)
    if (!written.some((letter) => letter.position === position)) outcomes.set(position, NOT_MADE)
  if (written.length === 0) return outcomes
  await session.convert(written.map(({ into }) => into))
  const verdicts = await session.ask('checkPdfs', { pdfs: written.map(({ into }) => makePdfPath(into)) })
  for (const [index, { position, into }] of written.entries()) {
    const { fault = null, pages = 0 } = verdicts[index] ?? {}
    if (fault === 'missing') continue
    if (fault === null) outcomes.set(position, { pdf: makePdfPath(into), pages })
    else outcomes.set(position, fault === 'unreadable' ? NOT_MADE : LETTER_FAULTS[fault])
  }
  return outcomes
}
