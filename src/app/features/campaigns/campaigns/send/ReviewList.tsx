import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ListedCampaign } from '#contract/campaigns/campaigns'
import { getCampaignReviewList } from '#contract/campaigns/recipients'
import { callFile } from '../../../../api/call'
import { explainError } from '../../../../api/errors'
import { withRetries } from '../../../../api/retry'
import { formatCount } from '../../../../lib/counts'
import { saveFile } from '../../../../lib/saveFile'
import { useIsOffline } from '../../../../state/connectivity'
import { Button } from '../../../../ui/button/Button'
import { RoundedNotice } from '../RoundedNotice'
import { PrintPack } from './PrintPack'
import styles from './ReviewAndSend.module.css'

interface ReviewListProps {
  campaign: ListedCampaign
  onFailure: (words: string) => void
}

/** The first step: the list and the letters to review. */
export const ReviewList = (props: ReviewListProps) =>
  props.campaign.is_rounded ? <RoundedNotice /> : <ListToReview {...props} />

function ListToReview({ campaign, onFailure }: ReviewListProps) {
  const isOffline = useIsOffline()
  const query = { campaign_id: campaign.id }
  const list = useMutation({
    mutationFn: () => withRetries(() => callFile(getCampaignReviewList, { query })),
    onSuccess: (file) => saveFile(file, `campaign-${campaign.id}-review.csv`),
    onError: (error) => onFailure(explainError(error)),
  })
  return (
    <>
      <p>
        {`There ${campaign.number_of_recipients === 1 ? 'is' : 'are'} ${formatCount(campaign.number_of_recipients, 'household')} eligible for this campaign. Click below to review the entire list.`}
      </p>
      <div className={styles.downloads}>
        {campaign.channel === 'print_and_post' ? <PrintPack campaignId={campaign.id} onFailure={onFailure} /> : null}
        <Button
          icon={<Download aria-hidden />}
          isPending={list.isPending}
          isDisabled={isOffline}
          onPress={() => list.mutate()}
        >
          Download the list (CSV)
        </Button>
      </div>
    </>
  )
}
