import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { explainFailure, isUnreached } from '../../../api/errors'
import { useAtomValue } from '../../../state/store'
import {
  readyMadeTemplatesQuery,
  sharedTemplatesQuery,
  templatesQuery,
  templateStore,
  type ReadTemplates,
} from '../../../state/templateStore'
import { listShownReadyMade, listShownTemplates, type ShownTemplate } from './shown'

export interface TemplateList {
  /** Offline: no copy on this device. */
  state: 'loading' | 'loaded' | 'offline' | 'failed'
  templates: readonly ShownTemplate[]
  readyMade: readonly ShownTemplate[]
  /** Shared and ready-made ones are still to come. */
  isGrowing: boolean
  isFromDevice: boolean
  failure: string
  reload: () => void
}

/** Refetched on reconnect and after the queue sent something. */
export function useTemplateList(): TemplateList {
  const waiting = useAtomValue(templateStore.waiting)
  const isOnline = useAtomValue(templateStore.online)
  const { data, error, isPaused, refetch } = useQuery<ReadTemplates>({ ...templatesQuery, queryFn: templateStore.list })
  const {
    data: shared,
    refetch: refetchShared,
    isLoading: isSharedDue,
  } = useQuery({
    ...sharedTemplatesQuery,
    queryFn: ({ signal }) => templateStore.shared(signal),
  })

  const { data: ofProduct, isLoading: isReadyMadeDue } = useQuery({
    ...readyMadeTemplatesQuery,
    queryFn: ({ signal }) => templateStore.readyMade(signal),
  })

  const version = `${isOnline} ${waiting.map((change) => change.id).join(' ')}`
  const readVersion = useRef(version)
  useEffect(() => {
    if (readVersion.current === version) return
    readVersion.current = version
    void refetch()
  }, [version, refetch])

  const templates = useMemo(() => listShownTemplates(data?.templates ?? [], waiting, shared), [data, waiting, shared])
  const readyMade = useMemo(() => listShownReadyMade(ofProduct ?? [], templates), [ofProduct, templates])
  const isOffline = isPaused || (!isOnline && isUnreached(error))
  return {
    state: error && !isOffline ? 'failed' : data ? 'loaded' : isOffline ? 'offline' : 'loading',
    templates,
    readyMade,
    isGrowing: isSharedDue || isReadyMadeDue,
    isFromDevice: data?.isFromDevice ?? false,
    failure: explainFailure(error) ?? '',
    reload: () => {
      void refetch()
      void refetchShared()
    },
  }
}
