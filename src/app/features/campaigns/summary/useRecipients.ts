import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { getCampaignRecipients, type CampaignDetail, type RecipientState } from '#contract/campaigns'
import { call } from '../../../api/call'
import { isAborted, messageOf } from '../../../api/errors'
import { useIsOffline } from '../../../state/online'

export type RecipientsReply = z.output<typeof getCampaignRecipients.reply>

interface Asked {
  readonly key: string
  readonly reply: RecipientsReply | null
  readonly failure: string | null
}

/**
 * One page of a campaign's households, asked for anew when the campaign's counts change. The page before stays until
 * the next has come.
 */
export function useRecipients({ id, recipients }: CampaignDetail, state: RecipientState | null, page: number) {
  const isOffline = useIsOffline()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [attempt, setAttempt] = useState(0)
  const counts = JSON.stringify(recipients)
  const key = `${id} ${state ?? ''} ${page}`
  useEffect(() => {
    if (isOffline) return
    const controller = new AbortController()
    call(getCampaignRecipients, {
      query: { campaign_id: id, page, ...(state === null ? {} : { state }) },
      signal: controller.signal,
    }).then(
      (reply) => setAsked({ key, reply, failure: null }),
      (error: unknown) => {
        if (!controller.signal.aborted && !isAborted(error)) setAsked({ key, reply: null, failure: messageOf(error) })
      },
    )
    return () => controller.abort()
  }, [id, state, page, key, counts, isOffline, attempt])
  return {
    reply: asked?.reply ?? null,
    isCurrent: asked?.key === key,
    failure: asked?.failure ?? null,
    retry: () => setAttempt((count) => count + 1),
  }
}
