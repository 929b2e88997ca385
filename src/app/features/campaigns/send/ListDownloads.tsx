import { Download } from 'lucide-react'
import { getCampaignReviewList, type ListedCampaign } from '#contract/campaigns'
import { callFile } from '../../../api/call'
import { messageOf } from '../../../api/errors'
import { saveFile } from '../../../lib/saveFile'
import { useIsOffline } from '../../../state/online'
import { Button } from '../../../ui/button/Button'
import { useAction } from '../useAction'
import styles from './ReviewAndSend.module.css'

interface ListDownloadsProps {
  campaign: ListedCampaign
  onFailure: (words: string) => void
}

/** What there is to review: the whole list. Each download is in the audit log. */
export function ListDownloads({ campaign, onFailure }: ListDownloadsProps) {
  const isOffline = useIsOffline()
  const list = useAction()
  const download = () =>
    list.run(async () => {
      try {
        const { blob, name } = await callFile(getCampaignReviewList, { query: { campaign_id: campaign.id } })
        saveFile(blob, name ?? `campaign-${campaign.id}-review.csv`)
      } catch (error) {
        onFailure(messageOf(error))
      }
    })
  return (
    <div className={styles.downloads}>
      <Button icon={<Download aria-hidden />} isPending={list.isPending} isDisabled={isOffline} onPress={download}>
        Download the list (CSV)
      </Button>
    </div>
  )
}
