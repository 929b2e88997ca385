/** Uploads are answered within 20 seconds whatever else runs; letters have low priority and short turns. */
import { Fault } from '../../../../http/faults'
import { createFairQueue, WaitedTooLong } from '../../../../lib/fairQueue'
import { documentRefused } from '../word/refusal'
import { inSession, LimitPassed, type DocumentSession, type SessionDependencies } from './session'

export interface AnswerTimes {
  readonly answerMs: number
  readonly workMs: number
}

const TIMES: AnswerTimes = { answerMs: 18_500, workMs: 15_000 }
const MIN_WORK_MS = 3_000

/** A council's uploads delay only its own. */
const UPLOAD_PLACES = 2
const UPLOAD_SHARE = 1
/** LibreOffice takes a CPU and hundreds of megabytes. */
const LETTER_PLACES = 1

export interface Documents {
  readonly canConvert: boolean
  readonly isWithoutSandbox: boolean
  /** @throws Fault 422 when the document takes too long or too much memory; 503 when the queue left no time */
  forPerson<T>(organisationId: string, work: (session: DocumentSession) => Promise<T>): Promise<T>
  forLetters<T>(organisationId: string, work: (session: DocumentSession, turns: LetterTurns) => Promise<T>): Promise<T>
}

export interface LetterTurns {
  readonly turn: <T>(limitMs: number, part: () => Promise<T>) => Promise<T>
}

/** Builds the queues. */
export function createDocuments(deps: SessionDependencies, times: AnswerTimes = TIMES): Documents {
  const { answerMs, workMs } = times
  const uploads = createFairQueue(UPLOAD_PLACES, UPLOAD_SHARE)
  const letters = createFairQueue(LETTER_PLACES)
  return {
    canConvert: deps.office !== undefined,
    isWithoutSandbox: !deps.sandbox.isClosed || deps.office?.isSandboxed === false,

    async forPerson(organisationId, work) {
      const answerBy = Date.now() + answerMs
      const place = async () => {
        const left = Math.min(workMs, answerBy - Date.now())
        try {
          return await inSession(deps, false, (session) => {
            session.endBy(Date.now() + left)
            return work(session)
          })
        } catch (error) {
          if (error instanceof LimitPassed) throw left < workMs ? busy() : tooMuch()
          throw error
        }
      }
      try {
        return await uploads.run(organisationId, place, { waitMs: answerMs - MIN_WORK_MS })
      } catch (error) {
        throw error instanceof WaitedTooLong ? busy() : error
      }
    },

    forLetters: (organisationId, work) =>
      inSession(deps, true, (session) =>
        work(session, {
          turn: (limitMs, part) =>
            letters.run(organisationId, () => {
              session.endBy(Date.now() + limitMs)
              return part()
            }),
        }),
      ),
  }
}

const busy = () => new Fault(503, 'busy', 'Doorstep is at work on other letters. Wait a minute and try again.')

const tooMuch = () =>
  documentRefused(
    'The document takes too long to read, or too much memory. Make it simpler: fewer pages, tables and pictures, and smaller pictures. Then upload it again.',
  )
