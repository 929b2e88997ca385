import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { redraftCampaign } from '#contract/campaigns/campaignMoves'
import { unescapeAngleBrackets } from '#contract/sanitise'
import { call } from '../../../../api/call'
import { explainError } from '../../../../api/errors'
import { countGone } from '../../../../state/filters/templateValues'
import { saveDraft } from '../../../../state/drafts'
import { useReasonOffline } from '../../../../state/connectivity'
import { useTurnsChanged } from '../../../../state/whoseTurn'
import { Button } from '../../../../ui/button/Button'
import { notify } from '../../../../ui/notify/notify'
import { makeFormPath } from '../drafts/draft'
import { makeRedraft } from '../drafts/linkedDrafts'

/** Makes a draft of one's cancelled campaign again, and opens it. */
export function RedraftButton({
  campaign: { id, name },
}: {
  campaign: { readonly id: number; readonly name: string }
}) {
  const navigate = useNavigate()
  const turnsChanged = useTurnsChanged()
  const whyNot = useReasonOffline('Making a draft of it needs')
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const made = await call(redraftCampaign, { query: { campaign_id: id } })
      const draft = makeRedraft(made, crypto.randomUUID(), new Date())
      await saveDraft(draft)
      const [gone] = countGone(made.filters)
      if (gone !== undefined) void notify.error(`Some values were not found: ${gone}`)
      await navigate(makeFormPath(draft))
    },
    onSuccess: turnsChanged,
    onError: (error) => void notify.error(explainError(error)),
  })
  return (
    <Button
      isDisabled={whyNot !== null}
      isPending={isPending}
      aria-label={`Make a draft of it again: ${unescapeAngleBrackets(name)}`}
      onPress={() => mutate()}
    >
      Make a draft of it again
    </Button>
  )
}
