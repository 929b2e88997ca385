import type { ComponentType } from 'react'
import { ErrorScreen } from './error'

/* Everything but login is lazy; every route has the error screen. */

export const ErrorBoundary = ErrorScreen

/** React Router shows nothing if a part fails to load: throw on render. */
export const throwOnRender = (error: unknown) => (): never => {
  throw error
}

/** A route whose module is loaded when it is opened. */
export const loadRoute = <Part>(path: string | undefined, load: () => Promise<Part>) => ({
  path,
  lazy: () => watchLoading(load()).catch((error: unknown) => ({ Component: throwOnRender(error) })),
  ErrorBoundary,
})

/** A route that shows one component of a module. */
export const loadScreen = <Name extends string>(
  path: string | undefined,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) => loadRoute(path, () => load().then((loaded) => ({ Component: loaded[name] })))

/** Probes while code loads slowly, as calls do, to notice an unresponsive connection. */
export function watchLoading<Part>(code: Promise<Part>): Promise<Part> {
  let isThere = false
  const watch = import('../api/body').then(({ SilenceTimer }) => {
    if (isThere) return
    const timer = new SilenceTimer()
    timer.start()
    code.finally(() => timer.stop()).catch(() => {})
  })
  // If this fails to load, so does `code`.
  watch.catch(() => {})
  return code.finally(() => (isThere = true))
}
