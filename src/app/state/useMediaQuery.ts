import { useCallback, useSyncExternalStore } from 'react'

export const WIDE_ENOUGH_FOR_NAVIGATION = '(min-width: 768px)'

/** Below it the filters are a sheet. */
export const WIDE_ENOUGH_FOR_PANEL = '(min-width: 1200px)'

/** A phone in either orientation. */
export const SMALL_WINDOW = '(max-width: 767px), (max-height: 480px)'

/** A phone in portrait, or a page at 400%. */
export const NARROW_WINDOW = '(max-width: 559px)'

/** A phone in landscape. */
export const SHORT_WINDOW = '(max-height: 480px) and (min-width: 560px)'

export const WIDE_ENOUGH_FOR_SPLIT = '(min-width: 1280px)'

export const PREFERS_DARK = '(prefers-color-scheme: dark)'

/** Whether a media query matches. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
