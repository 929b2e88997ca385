import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { explainFailure, isUnreached } from '../../../api/errors'
import { useAtomValue } from '../../../state/store'
import { sharedTemplatesQuery, templatesQuery, templateStore, type ReadTemplates } from '../../../state/templateStore'
import { listShownTemplates, type ShownTemplate } from './shown'

export interface TemplateList {
  /** Offline: no copy on this device. */
  state: 'loading' | 'loaded' | 'offline' | 'failed'
  templates: readonly ShownTemplate[]
  isFromDevice: boolean
  failure: string
  reload: () => void
}

/** The list, refetched on reconnect and when the queue has sent something. */
export function useTemplateList(): TemplateList {
  const waiting = useAtomValue(templateStore.waiting)
  const isOnline = useAtomValue(templateStore.online)
  const { data, error, isPaused, refetch } = useQuery<ReadTemplates>({ ...templatesQuery, queryFn: templateStore.list })
  const { data: shared, refetch: refetchShared } = useQuery({
    ...sharedTemplatesQuery,
    queryFn: ({ signal }) => templateStore.shared(signal),
  })

  const asOf = `${isOnline} ${waiting.map((change) => change.id).join(' ')}`
  const readAsOf = useRef(asOf)
  useEffect(() => {
    if (readAsOf.current === asOf) return
    readAsOf.current = asOf
    void refetch()
  }, [asOf, refetch])

  const templates = useMemo(() => listShownTemplates(data?.templates ?? [], waiting, shared), [data, waiting, shared])
  const isOffline = isPaused || (!isOnline && isUnreached(error))
  return {
    state: error && !isOffline ? 'failed' : data ? 'loaded' : isOffline ? 'offline' : 'loading',
    templates,
    isFromDevice: data?.isFromDevice ?? false,
    failure: explainFailure(error) ?? '',
    reload: () => {
      void refetch()
      void refetchShared()
    },
  }
}
