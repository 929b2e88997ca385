import { useState } from 'react'
import type { CampaignDetail } from '#contract/campaigns/campaigns'
import { formatRoundedCount } from '../../../../lib/counts'
import { useIsOffline } from '../../../../state/connectivity'
import { Button } from '../../../../ui/button/Button'
import { Notice } from '../../../../ui/notice/Notice'
import { Section } from '../../../../ui/page/Page'
import { ConfirmMove } from '../list/ConfirmMove'
import { canBeCancelled, canBeWithdrawn } from '../list/rules'
import styles from '../summary/CampaignSummary.module.css'
import { RedraftButton } from './RedraftButton'
import { SendBack } from './SendBack'

interface BeforeItBeginsProps {
  campaign: CampaignDetail
  mayAct: boolean
  onDone: () => void
}

/** Ways to stop a campaign before its first message, and how a cancelled one ended. */
export function BeforeItBegins({ campaign, mayAct, onDone }: BeforeItBeginsProps) {
  const [dialog, setDialog] = useState<'cancel' | 'send-back' | 'withdraw' | null>(null)
  const isOffline = useIsOffline()
  const close = () => {
    setDialog(null)
    onDone()
  }
  if (campaign.status === 'cancelled') return <Ended campaign={campaign} />
  const mayCancel = mayAct && canBeCancelled(campaign)
  const mayWithdraw = !mayAct && canBeWithdrawn(campaign)
  if (!mayCancel && !mayWithdraw) return null
  const isHoldingOut = campaign.hold_out !== null && !campaign.hold_out.is_released
  return (
    <Section
      title="Not right yet?"
      detail={`No message has gone out.${isHoldingOut ? ' If it stops here, other campaigns can write to the held-out households at once.' : ''}`}
    >
      <div className={styles.actions}>
        {mayCancel ? (
          <>
            <Button isDisabled={isOffline} onPress={() => setDialog('send-back')}>
              Send back with a comment
            </Button>
            <Button isDisabled={isOffline} onPress={() => setDialog('cancel')}>
              Cancel campaign
            </Button>
          </>
        ) : (
          <Button isDisabled={isOffline} onPress={() => setDialog('withdraw')}>
            Withdraw campaign
          </Button>
        )}
      </div>
      {dialog === 'send-back' ? <SendBack campaign={campaign} onClose={close} /> : null}
      {dialog === 'cancel' || dialog === 'withdraw' ? (
        <ConfirmMove move={dialog} campaign={campaign} onClose={close} />
      ) : null}
    </Section>
  )
}

const TITLES = {
  sent_back: 'This campaign was sent back',
  withdrawn: 'This campaign was withdrawn by its author',
  cancelled: 'This campaign was cancelled',
} as const

function Ended({ campaign }: { campaign: CampaignDetail }) {
  const { cancelled_as: how, review_comment: comment, late_receipts: late, is_own: isOwn } = campaign
  return (
    <Notice
      kind={how === 'sent_back' ? 'warning' : 'info'}
      title={TITLES[how ?? 'cancelled']}
      action={isOwn ? <RedraftButton campaign={campaign} /> : null}
    >
      <p>{comment ?? 'Nothing was sent.'}</p>
      {late === 0 ? null : (
        <p>
          {`GOV.UK Notify has reported ${formatRoundedCount(late, 'message', campaign.is_rounded)} of it all the same: see there what went out.`}
        </p>
      )}
    </Notice>
  )
}
