import { AsyncLocalStorage } from 'node:async_hooks'

const lane = new AsyncLocalStorage<'background' | 'interactive'>()

/** Runs work whose statements yield to requests on the embedded database. */
export const inBackground = <T>(work: () => T): T => lane.run('background', work)

/** Whether the caller runs inside {@link inBackground}. */
export const isInBackground = (): boolean => lane.getStore() === 'background'
