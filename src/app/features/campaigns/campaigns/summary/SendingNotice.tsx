import { RotateCcw, Send } from 'lucide-react'
import { useState } from 'react'
import { type CampaignDetail } from '#contract/campaigns/campaigns'
import { resumeCampaign, sendMissedRecipients } from '#contract/campaigns/campaignMoves'
import { call } from '../../../../api/call'
import { formatCount } from '../../../../lib/counts'
import { useReasonOffline } from '../../../../state/connectivity'
import { Button } from '../../../../ui/button/Button'
import { Notice } from '../../../../ui/notice/Notice'
import { messagesWord } from '../wording'
import { useMutation } from '@tanstack/react-query'
import { explainFailure } from '../../../../api/errors'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog'

interface SendingNoticeProps {
  campaign: CampaignDetail
  mayAct: boolean
  onDone: () => void
}

/** Why sending is paused or delayed, and who was missed, with a button to continue. */
export function SendingNotice({ campaign, mayAct, onDone }: SendingNoticeProps) {
  const [dialog, setDialog] = useState<'resume' | 'missed' | null>(null)
  const whyNot = useReasonOffline('Sending needs')
  const { phase, problem, missed_count: missed, channel, recipients, id } = campaign
  const isPaused = phase === 'paused'
  const close = () => setDialog(null)
  const done = () => {
    close()
    onDone()
  }
  const waiting = messagesWord(recipients.prepared, channel)
  return (
    <>
      {isPaused || problem !== null ? (
        <Notice
          kind="warning"
          title={isPaused ? 'This campaign is paused' : 'This campaign needs attention'}
          action={
            isPaused && mayAct ? (
              <Button icon={<RotateCcw aria-hidden />} isDisabled={whyNot !== null} onPress={() => setDialog('resume')}>
                Resume
              </Button>
            ) : null
          }
        >
          <p>{problem ?? 'Too many messages failed.'}</p>
          {isPaused && !mayAct ? <p>A super administrator can resume it.</p> : null}
          {isPaused && mayAct && whyNot !== null ? <p>{whyNot}</p> : null}
        </Notice>
      ) : null}
      {missed > 0 ? (
        <Notice
          kind="warning"
          title={`${formatCount(missed, 'household')} ${missed === 1 ? 'was' : 'were'} missed`}
          action={
            mayAct ? (
              <Button icon={<Send aria-hidden />} isDisabled={whyNot !== null} onPress={() => setDialog('missed')}>
                Send the missed ones
              </Button>
            ) : null
          }
        >
          <p>Their message failed for a reason that may have passed. Nobody who was reached gets it twice.</p>
          {mayAct && whyNot !== null ? <p>{whyNot}</p> : null}
        </Notice>
      ) : null}
      {dialog === 'resume' ? (
        <ConfirmSend
          title="Resume campaign"
          words={`${waiting} ${recipients.prepared === 1 ? 'has' : 'have'} not been sent yet. Resuming sends to those alone.`}
          button={recipients.prepared === 0 ? 'Resume' : `Send ${waiting}`}
          send={() => call(resumeCampaign, { query: { campaign_id: id } })}
          onDone={done}
          onClose={close}
        />
      ) : null}
      {dialog === 'missed' ? (
        <ConfirmSend
          title="Send the missed ones"
          words={`The message goes again to ${formatCount(missed, 'household')} that it did not reach, and to no other. Households that do not want to be contacted any more are left out.`}
          button={`Send ${messagesWord(missed, channel)}`}
          send={() => call(sendMissedRecipients, { query: { campaign_id: id } })}
          onDone={done}
          onClose={close}
        />
      ) : null}
    </>
  )
}

interface ConfirmSendProps {
  title: string
  words: string
  button: string
  send: () => Promise<unknown>
  onDone: () => void
  onClose: () => void
}

function ConfirmSend({ title, words, button, send, onDone, onClose }: ConfirmSendProps) {
  const whyNot = useReasonOffline('Sending needs')
  const { mutate, isPending, error } = useMutation({ mutationFn: send, onSuccess: onDone })
  return (
    <ConfirmDialog
      title={title}
      no="Cancel"
      yes={button}
      onNo={onClose}
      onYes={mutate}
      isPending={isPending}
      failure={explainFailure(error)}
      whyNot={whyNot}
    >
      <p>{words}</p>
    </ConfirmDialog>
  )
}
