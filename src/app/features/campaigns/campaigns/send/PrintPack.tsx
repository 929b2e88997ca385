import { useMutation } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { getCampaignPrintPack } from '#contract/campaigns/campaignExports'
import { call } from '../../../../api/call'
import { explainError } from '../../../../api/errors'
import { withRetries } from '../../../../api/retry'
import { openInTab } from '../../../../lib/openInTab'
import { useIsOffline } from '../../../../state/connectivity'
import { Button } from '../../../../ui/button/Button'

interface PrintPackProps {
  campaignId: number
  onFailure: (words: string) => void
}

/** All letters of a campaign in one PDF. */
export function PrintPack({ campaignId, onFailure }: PrintPackProps) {
  const isOffline = useIsOffline()
  const pack = useMutation({
    mutationFn: async () =>
      (await withRetries(() => call(getCampaignPrintPack, { query: { campaign_id: campaignId } }))).url,
    onError: (error) => onFailure(explainError(error)),
  })
  // Later the browser would block the tab; the caller shows a failure.
  const openPack = () => void openInTab(() => pack.mutateAsync()).catch(() => {})
  return (
    <div>
      <Button icon={<Printer aria-hidden />} isPending={pack.isPending} isDisabled={isOffline} onPress={openPack}>
        Download the print pack (PDF)
      </Button>
    </div>
  )
}
