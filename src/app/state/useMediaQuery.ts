import { useCallback, useSyncExternalStore } from 'react'

/** From this width the side navigation is expanded. */
export const WIDE_ENOUGH_FOR_NAVIGATION = '(min-width: 768px)'

/** From this width a panel stands beside the page's matter; under it the filters are a sheet over the map. */
export const WIDE_ENOUGH_FOR_PANEL = '(min-width: 1024px)'

/** From this width the list stands beside the map instead of in its place. */
export const WIDE_ENOUGH_FOR_SPLIT = '(min-width: 1280px)'

export const PREFERS_DARK = '(prefers-color-scheme: dark)'

/** Whether a media query holds, now and when it changes. */
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
