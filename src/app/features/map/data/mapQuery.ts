/**
 * When the map asks for data, and what it shows meanwhile. Policy (docs/product.md#map):
 * - a filter change waits {@link MAP_FILTER_DEBOUNCE_MS}; the first load, a change of view, Apply in
 *   "Your filters" and Try again do not wait;
 * - each request cancels the one before it, and what an aborted request answers is ignored;
 * - what was shown stays until the new has come, with `isUpdating` from the change to the answer;
 * - on an error the figures are emptied and the message takes their place.
 */
const MAP_FILTER_DEBOUNCE_MS = 2000

/** For a failure that has no words of its own. */
export const MAP_DATA_FAILURE = 'An error occurred while fetching data.'

export interface MapQueryState<Data> {
  readonly status: 'loading' | 'loaded' | 'error'
  /** The last answer; kept while a new one is on its way and after an error. */
  readonly data: Data | null
  /** The message of the error, else null. */
  readonly message: string | null
  /** From the moment that something newer was asked for until it is there or has failed. */
  readonly isUpdating: boolean
}

export interface MapQuery<Input> {
  /** Asks for this input: at once, or after the debounce, in which a later call takes its place. */
  ask: (input: Input, when: 'at-once' | 'after-debounce') => void
  /** Asks for the last input again, at once. */
  retry: () => void
  /** Cancels what is waiting and what is in flight; nothing is told afterwards. */
  stop: () => void
}

/** The state before anything was asked. */
export function initialMapState<Data>(): MapQueryState<Data> {
  return { status: 'loading', data: null, message: null, isUpdating: true }
}

/** Makes a query that tells every new state to `tell`. `load` must reject when its signal is aborted. */
export function createMapQuery<Input, Data>(options: {
  load: (input: Input, signal: AbortSignal) => Promise<Data>
  tell: (state: MapQueryState<Data>) => void
  messageOf: (failure: unknown) => string
}): MapQuery<Input> {
  let state = initialMapState<Data>()
  let last: { input: Input } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let inFlight: AbortController | null = null

  const become = (change: Partial<MapQueryState<Data>>) => {
    state = { ...state, ...change }
    options.tell(state)
  }

  const fetchNow = async (input: Input) => {
    clearTimeout(timer)
    timer = undefined
    inFlight?.abort()
    const controller = new AbortController()
    inFlight = controller
    become({ status: state.status === 'loaded' ? 'loaded' : 'loading', message: null, isUpdating: true })
    const settle = (change: Partial<MapQueryState<Data>>) => {
      // A newer request, or the end of the screen, has taken this one's place.
      if (inFlight !== controller) return
      inFlight = null
      // A change that still waits for its debounce is newer than this answer.
      become({ ...change, isUpdating: timer !== undefined })
    }
    try {
      const data = await options.load(input, controller.signal)
      settle({ status: 'loaded', data, message: null })
    } catch (failure) {
      settle({ status: 'error', message: options.messageOf(failure) })
    }
  }

  return {
    ask(input, when) {
      last = { input }
      clearTimeout(timer)
      if (when === 'at-once') return void fetchNow(input)
      timer = setTimeout(() => void fetchNow(input), MAP_FILTER_DEBOUNCE_MS)
      become({ isUpdating: true })
    },
    retry() {
      if (last) void fetchNow(last.input)
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      inFlight?.abort()
      inFlight = null
    },
  }
}
