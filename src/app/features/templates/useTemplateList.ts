import { useCallback, useEffect, useMemo, useState } from 'react'
import { isAborted, messageOf } from '../../api/errors'
import { useAtom, useAtomValue } from '../../state/store'
import { shownTemplates, type ShownTemplate } from './shown'
import type { TemplateStore } from './store'
import { ownerAtom, readTemplatesAtom } from './templateAtoms'

/** The templates of the person signed in. */
export interface TemplateList {
  state: 'loading' | 'loaded' | 'failed'
  templates: readonly ShownTemplate[]
  isFromDevice: boolean
  /** Why the list could not be read. */
  failure: string
  /** Reads the list again; the old one stays until the new one is there. */
  reload: () => void
}

/** Reads the list when the panel opens, when asked, when the line is back, and whenever the queue has sent something (P1 §4). */
export function useTemplateList(store: TemplateStore): TemplateList {
  const owner = useAtomValue(ownerAtom)
  const waiting = useAtomValue(store.waiting)
  const isOnline = useAtomValue(store.online)
  const [read, setRead] = useAtom(readTemplatesAtom)
  const [failure, setFailure] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const queued = waiting.map((change) => change.id).join(' ')
  const held = read?.owner === owner ? read : null

  useEffect(() => {
    const controller = new AbortController()
    store.list(controller.signal).then(
      (answer) => {
        if (controller.signal.aborted) return
        setRead({ owner, ...answer })
        setFailure(null)
      },
      (error: unknown) => {
        if (!controller.signal.aborted && !isAborted(error)) setFailure(messageOf(error))
      },
    )
    return () => controller.abort()
  }, [store, owner, isOnline, queued, round, setRead])

  const reload = useCallback(() => setRound((before) => before + 1), [])
  const templates = useMemo(() => shownTemplates(held?.templates ?? [], waiting), [held, waiting])
  return {
    state: failure !== null ? 'failed' : held ? 'loaded' : 'loading',
    templates,
    isFromDevice: held?.isFromDevice ?? false,
    failure: failure ?? '',
    reload,
  }
}
