import { setTimeout } from 'node:timers/promises'

/** The work itself goes on. @throws Error saying `otherwise` */
export async function within<T>(milliseconds: number, work: Promise<T>, otherwise: string): Promise<T> {
  const timer = new AbortController()
  const late = setTimeout(milliseconds, undefined, { signal: timer.signal }).then((): never => {
    throw new Error(otherwise)
  })
  return Promise.race([work, late]).finally(() => timer.abort())
}
