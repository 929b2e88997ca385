/**
 * Policy: how the work on documents is shared out. A person who uploads a document has an answer within twenty seconds,
 * whatever it is and whatever else is going on; letters are made patiently, in short turns. Each kind has places of its
 * own, which organisations take by turns, so that no council waits for another's documents.
 */
import { Fault } from '../../../faults'
import { createFairQueue, WaitedTooLong } from './fairQueue'
import { refused } from '../word/refusal'
import { inSession, LimitPassed, type DocumentSession, type SessionDependencies } from './session'

export interface AnswerTimes {
  /** What an answer may take altogether. */
  readonly answerMs: number
  /** What the work on one document may take of it. */
  readonly workMs: number
}

const TIMES: AnswerTimes = { answerMs: 18_500, workMs: 15_000 }
/** Less would not do for any document. */
const LEAST_WORK_MS = 3_000

/** One for each of two councils: a third waits for a moment, and a council that uploads many waits for itself. */
const UPLOAD_PLACES = 2
const UPLOAD_SHARE = 1
/** LibreOffice takes a processor and hundreds of megabytes. */
const LETTER_PLACES = 1

export interface Documents {
  /** Whether there is a LibreOffice. */
  readonly canConvert: boolean
  /** Whether documents are read or converted without a sandbox. */
  readonly isWithoutSandbox: boolean
  /**
   * Does work on a document for which a person waits.
   * @throws Fault 422 for a document that takes too long or too much memory, 503 when there was no time for it.
   */
  forPerson<T>(organisationId: string, work: (session: DocumentSession) => Promise<T>): Promise<T>
  /** Does work on letters for which nobody waits, in turns. */
  forLetters<T>(organisationId: string, work: (session: DocumentSession, turns: Turns) => Promise<T>): Promise<T>
}

export interface Turns {
  /**
   * Does a part of the work when it is the council's turn.
   * @param limitMs what it may take.
   * @throws LimitPassed when it takes longer.
   */
  readonly turn: <T>(limitMs: number, part: () => Promise<T>) => Promise<T>
}

/**
 * Builds the places for work on documents.
 * @param times others than in the product, for tests, where a busy machine decides nothing.
 */
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
        return await uploads.run(organisationId, place, answerMs - LEAST_WORK_MS)
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
  refused(
    'The document takes too long to read, or too much memory. Make it simpler: fewer pages, tables and pictures, and smaller pictures. Then upload it again.',
  )
