import { AsyncLocalStorage } from 'node:async_hooks'

const lane = new AsyncLocalStorage<'background' | 'interactive'>()

/** Does work that nobody waits for: on the embedded database its statements let those of people's requests go first. */
export const inBackground = <T>(work: () => T): T => lane.run('background', work)

/** Whether what runs now was started by {@link inBackground}. */
export const isInBackground = (): boolean => lane.getStore() === 'background'
