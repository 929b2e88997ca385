import type { JobHandler, JobKind, Queue } from './queue'

export interface DirectQueue extends Queue {
  /** In order of due time. @throws a job's error */
  drain(): Promise<void>
}

export interface QueueClock {
  readonly now: () => Date
  readonly wait: (milliseconds: number) => Promise<void>
}

/** Stops a job that queues itself forever. */
const MAX_JOBS_RUN = 1_000

interface QueuedJob {
  readonly kind: string
  readonly data: object
  readonly due: number
}

const NEVER = new AbortController().signal

/** In memory, for a process that starts over after a crash (the demo's). */
export function createDirectQueue(time: QueueClock): DirectQueue {
  const handlers = new Map<string, (data: object) => Promise<void>>()
  const pending: QueuedJob[] = []

  return {
    work: <Data extends object>(kind: JobKind<Data>, handle: JobHandler<Data>) =>
      void handlers.set(kind.name, (data) => handle(kind.data.parse(data), NEVER)),
    async send(_tx, { name }, data, { afterSeconds = 0 } = {}) {
      pending.push({ kind: name, data, due: time.now().getTime() + afterSeconds * 1_000 })
    },
    async drain() {
      for (let jobs = 0; jobs < MAX_JOBS_RUN; jobs++) {
        pending.sort((a, b) => a.due - b.due)
        const next = pending.shift()
        if (!next) return
        const handler = handlers.get(next.kind)
        if (!handler) throw new Error(`No handler for work of the kind ${next.kind}.`)
        await time.wait(Math.max(0, next.due - time.now().getTime()))
        await handler(next.data)
      }
      throw new Error('The work queued more work without end.')
    },
    reportTo: () => {},
    whenStarted: () => {},
    start: async () => {},
    prepare: async () => {},
    isDue: async () => false,
    kinds: () => [...handlers.keys()],
    backlog: async () => [],
    pending: async () => ({ jobs: [], total: 0 }),
    retry: async () => undefined,
    forget: async () => {},
    rest: async () => {},
    stop: async () => {},
  }
}
