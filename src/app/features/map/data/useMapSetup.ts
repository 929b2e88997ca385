import { getBasemap, getLatestSnapshot, getMapClient, type Basemap, type MapClient } from '#contract/map'
import { call } from '../../../api/call'
import { isUnreached } from '../../../api/errors'
import { ownerKeyAtom } from '../../../state/session'
import { useAtomValue } from '../../../state/store'
import { useAsked, type Asked } from '../../../state/useAsked'
import { lastCentre } from '../../../state/wardFigures'
import { loadOutlines, type WardPicture } from './loaders'

/** Without a line the map opens on the wards that this device showed last, on the open basemap. */
const loadClient = async (signal: AbortSignal): Promise<MapClient> => {
  try {
    return await call(getMapClient, { signal })
  } catch (failure) {
    const centre = isUnreached(failure) ? await lastCentre() : null
    if (!centre) throw failure
    return { key: '', ...centre }
  }
}
const loadSnapshotName = (signal: AbortSignal) => call(getLatestSnapshot, { signal })

/** Drawn when the streets cannot be had: ward boundaries then say where one is. */
const NO_STREETS: Basemap = { pmtiles_url: null, attribution: '', features: [] }
// A street map that fails is no reason to show no households.
const loadBasemap = (signal: AbortSignal) => call(getBasemap, { signal }).catch(() => NO_STREETS)

/** The map's key and centre. */
export const useMapClient = () => useAsked(loadClient)

/** Which month the data are of. */
export const useSnapshotName = () => useAsked(loadSnapshotName)

/** The open basemap's streets, when it is the one in use. */
export const useBasemap = (isWanted: boolean) => useAsked(loadBasemap, isWanted)

let held: { session: string; load: () => Promise<WardPicture> } | null = null

/** Names and boundaries of all wards, whatever the filters: asked for once in a session. */
export function useAllWards(isWanted: boolean): Asked<WardPicture> {
  return useAsked(allWardsLoaderOf(useAtomValue(ownerKeyAtom)), isWanted)
}

function allWardsLoaderOf(session: string): () => Promise<WardPicture> {
  if (held?.session === session) return held.load
  let wards: Promise<WardPicture> | null = null
  const load = () => {
    wards ??= loadOutlines().catch((failure: unknown) => {
      wards = null
      throw failure
    })
    return wards
  }
  held = { session, load }
  return load
}
