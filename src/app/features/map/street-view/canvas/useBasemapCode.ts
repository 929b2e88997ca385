import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { MapClient } from '#contract/households/map'
import { codeQuery } from '../../../../api/queryOptions'
import { canDrawMap } from './webgl'

const openQuery = codeQuery('open basemap', async () => ({
  OpenBasemap: canDrawMap() ? (await import('./OpenBasemap')).default : null,
}))
const googleQuery = codeQuery('Google basemap', async () => ({
  GoogleBasemap: canDrawMap() ? (await import('./GoogleBasemap')).default : null,
}))

/** Google's if there is a key, else the open basemap's. */
export function useBasemapCode({ key }: MapClient, onUndrawable: () => void) {
  const isOpen = key === ''
  const open = useQuery({ ...openQuery, enabled: isOpen })
  const google = useQuery({ ...googleQuery, enabled: !isOpen })
  const OpenBasemap = open.data?.OpenBasemap
  const GoogleBasemap = google.data?.GoogleBasemap
  const isUndrawable = OpenBasemap === null || GoogleBasemap === null
  const giveUp = useEffectEvent(onUndrawable)
  useEffect(() => {
    if (isUndrawable) giveUp()
  }, [isUndrawable])
  return { isOpen, OpenBasemap, GoogleBasemap, isMissing: open.isError || google.isError }
}

export type BasemapCode = ReturnType<typeof useBasemapCode>
