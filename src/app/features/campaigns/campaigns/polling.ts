/** Milliseconds between polls. */
export const FIRST_PAUSE = 2_000
export const MAX_POLL_PAUSE = 30_000

/** When each answer was first seen: an unchanged one keeps its identity. */
const firstSeen = new WeakMap<object, number>()

export interface PolledQuery<Data> {
  readonly state: { readonly data: Data | undefined; readonly status: string }
}

/** Polls while `isMoving`, pausing half the time since the last change, within limits. Not while hidden or offline. */
export function pollWhile<Data extends object>(isMoving: (data: Data) => boolean) {
  const isPolled = ({ state: { data } }: PolledQuery<Data>) => data !== undefined && isMoving(data)
  return {
    refetchInterval: (query: PolledQuery<Data>) => {
      const { data } = query.state
      return data !== undefined && isPolled(query) ? pauseFor(data) : false
    },
    refetchOnWindowFocus: (query: PolledQuery<Data>) => (isPolled(query) ? 'always' : false),
    refetchOnReconnect: (query: PolledQuery<Data>) =>
      isPolled(query) || query.state.status === 'error' ? 'always' : false,
  } as const
}

function pauseFor(data: object): number {
  const now = Date.now()
  const seen = firstSeen.get(data) ?? now
  firstSeen.set(data, seen)
  return Math.min(Math.max(FIRST_PAUSE, (now - seen) / 2), MAX_POLL_PAUSE)
}
