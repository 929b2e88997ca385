import { useMutation, useQuery } from '@tanstack/react-query'
import { CHANNEL_WORDS } from '#contract/campaigns/campaignWords'
import type { CampaignTurn, WaitingCampaign } from '#contract/campaigns/whoseTurn'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { explainError } from '../../../../api/errors'
import { capitalised, formatRoundedCount } from '../../../../lib/counts'
import { formatMoment } from '../../../../lib/moments'
import { useReasonOffline } from '../../../../state/connectivity'
import { requestView } from '../../../../state/device/leave'
import { whoseTurnQuery } from '../../../../state/whoseTurn'
import { Button } from '../../../../ui/button/Button'
import { ButtonLink } from '../../../../ui/button/ButtonLink'
import { Notice } from '../../../../ui/notice/Notice'
import { Section } from '../../../../ui/page/Page'
import { Row, Rows } from '../../../../ui/rows/Rows'
import { RedraftButton } from './RedraftButton'

const WORDS: Readonly<Record<CampaignTurn, string>> = {
  review: 'Review the list',
  send: 'Reviewed: send it',
  resume: 'Paused: see why, and resume it',
  redraft: 'Sent back to you',
}

/** What waits for this person: for super administrators in all organisations; nothing if there is none. */
export function YourTurn() {
  const { data: waiting = [] } = useQuery(whoseTurnQuery)
  const whyNot = useReasonOffline('Going to another organisation needs')
  const view = useMutation({
    mutationFn: (organisation: string) => requestView({ role: null, organisation }),
  })
  if (waiting.length === 0) return null
  // On success the page is replaced.
  const isLeaving = view.isPending || view.data === true
  return (
    <Section title={`Your turn (${waiting.length})`} detail="Who waits longest comes first." isFlush>
      {view.error === null ? null : <Notice kind="error">{explainError(view.error)}</Notice>}
      <Rows>
        {waiting.map((campaign) => (
          <Row
            key={`${campaign.organisation} ${campaign.id}`}
            name={unescapeAngleBrackets(campaign.name)}
            to={campaign.is_in_view ? `/campaigns/${campaign.id}` : undefined}
            detail={describeWaiting(campaign)}
          >
            {campaign.turn === 'redraft' ? (
              <RedraftButton campaign={campaign} />
            ) : campaign.is_in_view ? (
              <ButtonLink to={`/campaigns/${campaign.id}`} label={`Open: ${unescapeAngleBrackets(campaign.name)}`}>
                Open
              </ButtonLink>
            ) : (
              <Button
                isDisabled={whyNot !== null}
                isPending={isLeaving && view.variables === campaign.organisation}
                onPress={() => view.mutate(campaign.organisation)}
              >
                {`View as ${campaign.organisation}`}
              </Button>
            )}
          </Row>
        ))}
      </Rows>
    </Section>
  )
}

function describeWaiting(campaign: WaitingCampaign): string {
  const { turn, organisation, is_in_view: isInView, channel, review_comment: comment, since } = campaign
  return [
    comment === null ? WORDS[turn] : `${WORDS[turn]}: ${comment}`,
    isInView ? '' : organisation,
    CHANNEL_WORDS[channel],
    capitalised(formatRoundedCount(campaign.number_of_recipients, 'household', campaign.is_rounded)),
    `By ${campaign.created_by}`,
    `Since ${formatMoment(since)}`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
}
