import { useMutation } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { getCampaignReviewList, type ListedCampaign } from '#contract/campaigns'
import { getCampaignPrintPack } from '#contract/campaignExports'
import { call, callFile } from '../../../api/call'
import { messageOf } from '../../../api/errors'
import { withRetries } from '../../../api/retry'
import { openInTab } from '../../../lib/openInTab'
import { saveFile } from '../../../lib/saveFile'
import { useIsOffline } from '../../../state/connectivity'
import { Button } from '../../../ui/button/Button'
import styles from './ReviewAndSend.module.css'

interface ListDownloadsProps {
  campaign: ListedCampaign
  onFailure: (words: string) => void
}

/** The list to review, and the letters themselves. Each download is in the audit log. */
export function ListDownloads({ campaign, onFailure }: ListDownloadsProps) {
  const isOffline = useIsOffline()
  const query = { campaign_id: campaign.id }
  const onError = (error: Error) => onFailure(messageOf(error))
  const list = useMutation({
    mutationFn: () => withRetries(() => callFile(getCampaignReviewList, { query })),
    onSuccess: (file) => saveFile(file, `campaign-${campaign.id}-review.csv`),
    onError,
  })
  const pack = useMutation({
    mutationFn: async () => (await withRetries(() => call(getCampaignPrintPack, { query }))).url,
    onError,
  })
  // The tab must open during the press; the caller shows a failure.
  const openPack = () => void openInTab(() => pack.mutateAsync()).catch(() => {})
  return (
    <div className={styles.downloads}>
      {campaign.channel === 'print_and_post' ? (
        <Button icon={<Printer aria-hidden />} isPending={pack.isPending} isDisabled={isOffline} onPress={openPack}>
          Download the print pack (PDF)
        </Button>
      ) : null}
      <Button
        icon={<Download aria-hidden />}
        isPending={list.isPending}
        isDisabled={isOffline}
        onPress={() => list.mutate()}
      >
        Download the list (CSV)
      </Button>
    </div>
  )
}
