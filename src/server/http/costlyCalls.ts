/** Costly calls take turns (docs/security.md#costly-work): one per person, few in all, alternating between councils. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint'
import { createFairQueue, WaitedTooLong } from '../lib/fairQueue'
import { wantsArrow } from './arrow'
import { Fault } from './faults'
import type { Person } from './person'

/** A list of about a thousand values. */
const LONG_BODY_BYTES = 16 * 1024

interface Bounds {
  /** Calls at once on the server; no council takes the last place. */
  readonly places: number
  readonly othersAtOnce: number
  /** Calls of one person that wait. */
  readonly waiting: number
  /** Below proxies' time-outs. */
  readonly waitMs: number
  /** A slow download keeps its person waiting, but not the councils. */
  readonly placeOfAnswerMs: number
}

const BOUNDS: Bounds = { places: 3, othersAtOnce: 6, waiting: 100, waitMs: 55_000, placeOfAnswerMs: 10_000 }

export interface Turn {
  /** The answer is on its way. */
  answerBegins(): void
  end(): void
}

type CostlyTurns = ReturnType<typeof createCostlyTurns>

/** Hands out the turns of costly calls. */
export function createCostlyTurns(bounds: Bounds = BOUNDS) {
  const people = createFairQueue(Number.POSITIVE_INFINITY, 1)
  const others = createFairQueue(Number.POSITIVE_INFINITY, bounds.othersAtOnce)
  const councils = createFairQueue(bounds.places, bounds.places - 1)
  const waitingByPerson = new Map<string, number>()

  function countWaiting(userId: string, change: 1 | -1): void {
    const count = (waitingByPerson.get(userId) ?? 0) + change
    if (count > 0) waitingByPerson.set(userId, count)
    else waitingByPerson.delete(userId)
  }

  async function wait(
    { userId, organisationId }: Pick<Person, 'userId' | 'organisationId'>,
    isCostly: boolean,
    signal: AbortSignal,
  ): Promise<Turn> {
    const until = performance.now() + bounds.waitMs
    const patience = () => ({ waitMs: Math.max(0, until - performance.now()), signal })
    return new Promise((begin, reject) => {
      const work = async () => {
        const { turn, hasEnded } = createTurn()
        const end = () => turn.end()
        begin({ answerBegins: end, end })
        await hasEnded
      }
      const costlyWork = async () => {
        const { turn, hasEnded, leavesPlace } = createTurn(bounds.placeOfAnswerMs)
        const inPlace = async () => {
          begin(turn)
          await leavesPlace
        }
        await councils.run(organisationId, inPlace, patience())
        await hasEnded
      }
      const ran = isCostly ? people.run(userId, costlyWork, patience()) : others.run(userId, work, patience())
      ran.catch(reject)
    })
  }

  return {
    /** @throws Fault 429 after waiting too long, or behind too many; the signal's reason */
    async take(person: Pick<Person, 'userId' | 'organisationId'>, isCostly: boolean, signal: AbortSignal) {
      if ((waitingByPerson.get(person.userId) ?? 0) >= bounds.waiting) throw tooMuchAtOnce()
      countWaiting(person.userId, 1)
      try {
        return await wait(person, isCostly, signal)
      } catch (error) {
        throw error instanceof WaitedTooLong ? tooMuchAtOnce() : error
      } finally {
        countWaiting(person.userId, -1)
      }
    },
  }
}

function createTurn(placeOfAnswerMs = 0) {
  let [end, leavePlace]: (() => void)[] = []
  const hasEnded = new Promise<void>((resolve) => (end = resolve))
  const leavesPlace = new Promise<void>((resolve) => (leavePlace = resolve))
  let timer: NodeJS.Timeout | undefined
  const turn: Turn = {
    answerBegins() {
      if (leavePlace) timer ??= setTimeout(leavePlace, placeOfAnswerMs)
    },
    end() {
      clearTimeout(timer)
      leavePlace?.()
      end?.()
    },
  }
  return { turn, hasEnded, leavesPlace }
}

const tooMuchAtOnce = () =>
  new Fault(
    429,
    'too_much_at_once',
    'You have asked for much that takes long, such as exports or counts of long lists. Wait until it has come and try again.',
  )

/** Makes `app.turns` and `request.turn`. */
export function costlyCallsPlugin(app: FastifyInstance): void {
  app.decorate('turns', createCostlyTurns())
  app.decorateRequest('turn', null)
  app.addHook('onSend', async (request) => request.turn?.answerBegins())
}

/** A long body is costly in any call. Nothing of it is read before its turn. */
function isCostlyCall({ isCostly }: Pick<Endpoint, 'isCostly'>, request: FastifyRequest): boolean {
  if (isCostly === true || isCostly === 'alone' || (isCostly === 'as JSON' && !wantsArrow(request))) return true
  const { 'transfer-encoding': coding, 'content-length': length = 0 } = request.headers
  return coding !== undefined || Number(length) > LONG_BODY_BYTES
}

/** Holds the turn until the answer has ended, or the caller has gone and the work stopped. */
export async function waitForTurn(
  { turns }: FastifyInstance,
  endpoint: Pick<Endpoint, 'isCostly' | 'name'>,
  { userId, organisationId }: Person,
  request: FastifyRequest,
  reply: FastifyReply,
  signal: AbortSignal,
): Promise<void> {
  try {
    const whose = endpoint.isCostly === 'alone' ? `${userId} ${endpoint.name}` : userId
    const turn = await turns.take({ userId: whose, organisationId }, isCostlyCall(endpoint, request), signal)
    request.turn = turn
    const end = () => void Promise.allSettled([request.work]).then(() => turn.end())
    // A caller who has gone closes nothing any more.
    if (reply.raw.closed) end()
    else reply.raw.once('close', end)
  } catch (error) {
    if (!signal.aborted) throw error
    reply.hijack()
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    turns: CostlyTurns
  }
  interface FastifyRequest {
    turn: Turn | null
    work?: Promise<unknown>
  }
}
