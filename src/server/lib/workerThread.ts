import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

interface Pending<Answer> {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

/**
 * Answers in order; starts with the first question, and again after it died.
 * @param options.read parses an answer. @throws Error if the work failed
 * @param options.stopped why nothing is answered once the thread ends
 */
export function createWorkerThread<Question, Answer>(options: {
  readonly file: string
  readonly read: (message: unknown) => Answer
  readonly stopped: string
}) {
  let generation = 0
  let worker: Worker | undefined
  let pending: Pending<Answer>[] = []

  function start(): Worker {
    const started = new Worker(options.file, { execArgv: [] })
    const waiting: Pending<Answer>[] = []
    pending = waiting
    started.on('message', (message: unknown) => {
      const asked = waiting.shift()
      try {
        asked?.resolve(options.read(message))
      } catch (error) {
        asked?.reject(error instanceof Error ? error : new Error(String(error)))
      }
    })
    const end = (error: Error) => {
      if (worker === started) {
        worker = undefined
        generation += 1
      }
      for (const { reject } of waiting.splice(0)) reject(error)
    }
    started.on('error', end)
    started.on('exit', () => end(new Error(options.stopped)))
    started.unref()
    return started
  }

  return {
    /** Changes with the thread: a new one knows nothing of the old one's messages. */
    generation: () => generation,
    isRunning: () => worker !== undefined,
    ask: (question: Question) =>
      new Promise<Answer>((resolve, reject) => {
        worker ??= start()
        worker.postMessage(question)
        pending.push({ resolve, reject })
      }),
    close: async (): Promise<void> => {
      if (!worker) return
      const ended = once(worker, 'exit')
      await worker.terminate()
      await ended
    },
  }
}
