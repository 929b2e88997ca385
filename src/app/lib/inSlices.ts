/** How long a slice may keep the browser from what waits, in milliseconds: a fraction of the 50 that people feel. */
const SLICE = 4

/** Lets the browser do what waits: paint, or answer a press. */
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/**
 * Does long work step by step, so that the page can be used meanwhile. The work is a generator that stops wherever it
 * may be interrupted; what it returns is resolved.
 * @throws the signal's reason when given up.
 */
export async function inSlices<Result>(work: Iterator<unknown, Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    await breathe()
    signal?.throwIfAborted()
    const until = performance.now() + SLICE
    do {
      const step = work.next()
      if (step.done) return step.value
    } while (performance.now() < until)
  }
}
