import { useCallback, useMemo } from 'react'
import { ownerKeyAtom } from '../../state/session'
import { useAtom, useAtomValue } from '../../state/store'
import { failureOf, useAsked } from '../../state/useAsked'
import type { TemplateStore } from '../../state/templateStore'
import { shownTemplates, type ShownTemplate } from './shown'
import { readTemplatesAtom } from './templateAtoms'

/** The templates of the person signed in. */
export interface TemplateList {
  /** Offline: there is no line, and this device has none. */
  state: 'loading' | 'loaded' | 'offline' | 'failed'
  templates: readonly ShownTemplate[]
  isFromDevice: boolean
  /** Why the list could not be read. */
  failure: string
  /** Reads the list again; the old one stays until the new one is there. */
  reload: () => void
}

/** Reads the list when the panel opens, when asked, when the line is back, and whenever the queue has sent something. */
export function useTemplateList(store: TemplateStore): TemplateList {
  const owner = useAtomValue(ownerKeyAtom)
  const waiting = useAtomValue(store.waiting)
  const isOnline = useAtomValue(store.online)
  const [read, setRead] = useAtom(readTemplatesAtom)
  const queued = waiting.map((change) => change.id).join(' ')
  const load = useCallback(
    async (signal: AbortSignal) => {
      const answer = await store.list()
      signal.throwIfAborted()
      setRead({ owner, ...answer })
    },
    [store, owner, setRead],
  )
  const asked = useAsked(load, true, { asOf: `${isOnline} ${queued}` })
  const failure = failureOf(asked) ?? asked.problem
  const isWaiting = asked.state === 'offline'
  const held = read?.owner === owner ? read : null
  const templates = useMemo(() => shownTemplates(held?.templates ?? [], waiting), [held, waiting])
  return {
    state: failure !== null && !isWaiting ? 'failed' : held ? 'loaded' : isWaiting ? 'offline' : 'loading',
    templates,
    isFromDevice: held?.isFromDevice ?? false,
    failure: failure ?? '',
    reload: asked.reload,
  }
}
