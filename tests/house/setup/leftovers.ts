/* What a test file leaves running in the worker that it shares: timers, channels, and what its modules listen to. */

type Undo = () => void
/** The worker's own: this module is each file's. */
const worker = globalThis as typeof globalThis & { leftovers?: Undo[] }

/** Begins to note it, once a worker. */
export function noteLeftovers(): void {
  const { BroadcastChannel } = globalThis
  globalThis.setTimeout = noting(setTimeout, (timer) => clearTimeout(Number(timer)))
  // jsdom's own draws the frames.
  const isNotFrames = () => !new Error().stack?.includes('/jsdom/')
  globalThis.setInterval = noting(setInterval, (timer) => clearInterval(Number(timer)), isNotFrames)
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name)
      note(() => this.close())
    }
  }
  for (const target of [window, document]) {
    const { removeEventListener } = target
    // Packages listen once for good.
    const isOurs = () => !new Error().stack?.split('\n')[3]?.includes('/node_modules/')
    const stop = (_: unknown, listener: unknown[]) => void Reflect.apply(removeEventListener, target, listener)
    target.addEventListener = noting(target.addEventListener, stop, isOurs)
  }
}

/** Ends it all. */
export function endLeftovers(): void {
  for (const undo of worker.leftovers?.splice(0) ?? []) undo()
}

const note = (undo: Undo): unknown => (worker.leftovers ??= []).push(undo)

/** The same function, that notes how to undo each call. */
function noting<F extends (...given: never[]) => unknown>(
  real: F,
  undo: (made: unknown, given: unknown[]) => void,
  isNoted = () => true,
): F {
  return new Proxy(real, {
    apply(target, self, given: unknown[]) {
      const made: unknown = Reflect.apply(target, self, given)
      if (isNoted()) note(() => undo(made, given))
      return made
    },
  })
}
