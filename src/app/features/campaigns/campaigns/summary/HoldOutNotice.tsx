import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CampaignDetail } from '#contract/campaigns/campaigns'
import { releaseHoldOut } from '#contract/campaigns/campaignMoves'
import { call } from '../../../../api/call'
import { explainFailure } from '../../../../api/errors'
import { formatCount } from '../../../../lib/counts'
import { longDate } from '../../../../lib/moments'
import { useReasonOffline } from '../../../../state/connectivity'
import { Button } from '../../../../ui/button/Button'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog'
import { Notice } from '../../../../ui/notice/Notice'
import { holdOutMonthsWord, typeTitle } from '../wording'

/** Who is held out and until when, and their release. */
export function HoldOutNotice({ campaign, onDone }: { campaign: CampaignDetail; onDone: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const whyNot = useReasonOffline('Releasing needs')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(releaseHoldOut, { query: { campaign_id: campaign.id } }),
    onSuccess: () => {
      setIsAsking(false)
      onDone()
    },
  })
  const holdOut = campaign.hold_out
  if (holdOut === null) return null
  const { households, percentage, months, until, is_released: isReleased } = holdOut
  const benefit = typeTitle(campaign.benefit_name)
  return (
    <Notice
      title={`${formatCount(households, 'household')} (${percentage}%) ${isReleased ? 'were held out, and are released' : 'held out'}`}
      action={isReleased ? null : <Button onPress={() => setIsAsking(true)}>Release now</Button>}
    >
      <p>
        {isReleased
          ? `Campaigns for ${benefit} may write to them again.`
          : `They get no message, and no campaign for ${benefit} writes to them ` +
            `until ${until === null ? `${holdOutMonthsWord(months)} after the run` : longDate(until)}.`}
      </p>
      {isAsking ? (
        <ConfirmDialog
          title="Release held-out households"
          no="Keep them held out"
          yes="Release"
          onNo={() => setIsAsking(false)}
          onYes={mutate}
          isPending={isPending}
          failure={explainFailure(error)}
          whyNot={whyNot}
        >
          <p>
            Campaigns for {benefit} can then write to them. Where they write to some before the result, it hides a part
            of the effect; where they write to more than a tenth, there is none. This cannot be undone.
          </p>
        </ConfirmDialog>
      ) : null}
    </Notice>
  )
}
