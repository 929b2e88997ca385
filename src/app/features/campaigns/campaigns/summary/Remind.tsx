import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import type { CampaignDetail } from '#contract/campaigns/campaigns'
import { CHANNEL_WORDS } from '#contract/campaigns/campaignWords'
import { WAITING_DAYS } from '#contract/households/overTime'
import { longDate } from '../../../../lib/moments'
import { saveDraft } from '../../../../state/drafts'
import { Button } from '../../../../ui/button/Button'
import { Notice } from '../../../../ui/notice/Notice'
import { makeFormPath } from '../drafts/draft'
import { reminderFrom, makeReminder } from '../drafts/linkedDrafts'
import { typeTitle } from '../wording'
import { latestSnapshotQuery } from '../../../../state/latestSnapshot'

/** A draft on the other channel to contacted households that do not claim. */
export function Remind({ campaign }: { campaign: CampaignDetail }) {
  const navigate = useNavigate()
  const { data: latest } = useQuery(latestSnapshotQuery)
  const from = reminderFrom(campaign)
  if (from === null || !latest) return null
  const channel = CHANNEL_WORDS[campaign.channel === 'sms' ? 'print_and_post' : 'sms']
  const make = async () => {
    const reminder = makeReminder(campaign, crypto.randomUUID(), new Date())
    await saveDraft(reminder).then(
      () => navigate(makeFormPath(reminder)),
      () => {},
    )
  }
  const benefit = typeTitle(campaign.benefit_name)
  const isReady = latest.snapshot >= from
  return (
    <Notice
      title={`Reminder to those not claiming ${benefit} after ${WAITING_DAYS} days`}
      action={
        isReady ? (
          <Button icon={<BellRing aria-hidden />} onPress={() => void make()}>
            {`Make a reminder (${channel})`}
          </Button>
        ) : null
      }
    >
      <p>
        {isReady
          ? 'A campaign on the other channel, checked and sent like any other. Households that objected, are held out, or replied that they claimed or do not want to are left out.'
          : `It can be made with data from ${longDate(from)} on.`}
      </p>
    </Notice>
  )
}
