import type { JobKind, Queue } from './queue'

/** A queue whose work is done when it is told to, by whoever queued it. */
export interface DirectQueue extends Queue {
  /** Does all that is queued, and what that queues, each piece when its time has come. @throws what a piece throws. */
  drain(): Promise<void>
}

/** A time that whoever uses the queue tells or passes; milliseconds. */
export interface Passing {
  readonly now: () => Date
  readonly wait: (milliseconds: number) => Promise<void>
}

/** What puts itself off again and again would go on for ever: its time passes at once. */
const MOST_PIECES = 1_000

interface Piece {
  readonly kind: string
  readonly data: object
  readonly due: number
}

/**
 * A queue for a process that makes something whole before it goes on, such as the demo's campaigns before the server
 * starts. Nothing of it is kept in the records and nobody else takes a piece of it: after a crash its owner begins
 * again.
 */
export function createDirectQueue(time: Passing): DirectQueue {
  const handlers = new Map<string, (data: object) => Promise<void>>()
  const pending: Piece[] = []

  return {
    work: <Data extends object>(kind: JobKind<Data>, handle: (data: Data) => Promise<void>) =>
      void handlers.set(kind.name, (data) => handle(kind.data.parse(data))),
    async send(_tx, { name }, data, { afterSeconds = 0 } = {}) {
      pending.push({ kind: name, data, due: time.now().getTime() + afterSeconds * 1_000 })
    },
    async drain() {
      for (let pieces = 0; pieces < MOST_PIECES; pieces++) {
        pending.sort((a, b) => a.due - b.due)
        const next = pending.shift()
        if (!next) return
        const handler = handlers.get(next.kind)
        if (!handler) throw new Error(`Nobody does work of the kind ${next.kind}.`)
        await time.wait(Math.max(0, next.due - time.now().getTime()))
        await handler(next.data)
      }
      throw new Error('The work queued more work without end.')
    },
    // What a crash left half done, and who hears of faults, is the business of the queue that is kept.
    reportTo: () => {},
    whenStarted: () => {},
    start: async () => {},
    stop: async () => {},
  }
}
