import { useCallback, useEffect, useState } from 'react'
import { getPensionCreditReport, type PensionCreditReport } from '#contract/report'
import { call } from '../../api/call'
import { messageOf } from '../../api/errors'
import { useIsOffline } from '../../state/online'

export type LoadedReport =
  | { readonly status: 'loading' }
  | { readonly status: 'error'; readonly message: string }
  | { readonly status: 'loaded'; readonly report: PensionCreditReport }

/** A campaign's report: fetched when it is opened and when the line comes back. Nothing of it is kept on the device. */
export function useReport(campaignId: number): LoadedReport & { readonly retry: () => void } {
  const isOffline = useIsOffline()
  const [loaded, setLoaded] = useState<{ of: number; result: LoadedReport } | null>(null)

  const load = useCallback(
    (signal?: AbortSignal) =>
      call(getPensionCreditReport, { body: { id: campaignId }, signal }).then(
        (report) => setLoaded({ of: campaignId, result: { status: 'loaded', report } }),
        (error: unknown) => {
          if (signal?.aborted) return
          const failed = { of: campaignId, result: { status: 'error', message: messageOf(error) } } as const
          // A report that is on screen is not taken away because it could not be fetched once more.
          setLoaded((now) => (now?.of === campaignId && now.result.status === 'loaded' ? now : failed))
        },
      ),
    [campaignId],
  )
  useEffect(() => {
    if (isOffline) return
    const controller = new AbortController()
    void load(controller.signal)
    return () => controller.abort()
  }, [load, isOffline])

  const retry = () => {
    setLoaded(null)
    void load()
  }
  return { ...(loaded?.of === campaignId ? loaded.result : { status: 'loading' as const }), retry }
}
