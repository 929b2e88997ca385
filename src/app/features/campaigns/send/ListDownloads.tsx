import { Download, Printer } from 'lucide-react'
import { getCampaignReviewList, type ListedCampaign } from '#contract/campaigns'
import { getCampaignPrintPack } from '#contract/campaignExports'
import { call, callFile } from '../../../api/call'
import { messageOf } from '../../../api/errors'
import { openInTab } from '../../../lib/openInTab'
import { saveFile } from '../../../lib/saveFile'
import { useIsOffline } from '../../../state/online'
import { Button } from '../../../ui/button/Button'
import { useAction } from '../../../state/useAction'
import styles from './ReviewAndSend.module.css'

interface ListDownloadsProps {
  campaign: ListedCampaign
  onFailure: (words: string) => void
}

/** What there is to review: the whole list, and of letters the letters themselves. Each download is in the audit log. */
export function ListDownloads({ campaign, onFailure }: ListDownloadsProps) {
  const isOffline = useIsOffline()
  const list = useAction()
  const pack = useAction()
  const query = { campaign_id: campaign.id }
  const told = (work: () => Promise<void>) => () => work().catch((error: unknown) => onFailure(messageOf(error)))
  const downloadList = told(async () =>
    saveFile(await callFile(getCampaignReviewList, { query }), `campaign-${campaign.id}-review.csv`),
  )
  const openPack = told(() => openInTab(async () => (await call(getCampaignPrintPack, { query })).url))
  return (
    <div className={styles.downloads}>
      {campaign.channel === 'print_and_post' ? (
        <Button icon={<Printer aria-hidden />} isPending={pack.isPending} isDisabled={isOffline} onPress={() => pack.run(openPack)}>
          Download the print pack (PDF)
        </Button>
      ) : null}
      <Button icon={<Download aria-hidden />} isPending={list.isPending} isDisabled={isOffline} onPress={() => list.run(downloadList)}>
        Download the list (CSV)
      </Button>
    </div>
  )
}
