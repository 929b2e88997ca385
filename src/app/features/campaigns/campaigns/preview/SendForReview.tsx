import { Send } from 'lucide-react'
import { useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { addCampaign } from '#contract/campaigns/campaigns'
import { type HoldOutPercentage } from '#contract/campaigns/holdOuts'
import type { LawfulBasis } from '#contract/campaigns/lawfulBases'
import { nameDraft, removeDraft } from '../../../../state/drafts'
import { useReasonOffline } from '../../../../state/connectivity'
import { ActionBar } from '../../../../ui/action-bar/ActionBar'
import { Button } from '../../../../ui/button/Button'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog'
import styles from './PreviewScreen.module.css'
import { call } from '../../../../api/call'
import { explainFailure, Refused } from '../../../../api/errors'
import { notify } from '../../../../ui/notify/notify'
import { readBenefit, makeCampaignRequest } from '../drafts/draft'
import { LawfulBasisSelect } from '../LawfulBasisSelect'
import { HoldOutFields, usualHoldOut } from './HoldOutFields'
import type { Draft } from '#offline/drafts'
import { lawfulBasisQuery } from '../../../../state/settings'

interface SendForReviewProps {
  draft: Draft
  isChosen: boolean
  /** Households; null while counting. */
  eligible: number | null
}

/** What is still missing, or Send for Review. */
export function SendForReview({ draft, isChosen, eligible }: SendForReviewProps) {
  const whyNot = useReasonOffline('Sending for review needs')
  const [isConfirming, setIsConfirming] = useState(false)
  if (!isChosen) {
    return (
      <ActionBar>
        <p className={styles.note}>Please choose a template</p>
      </ActionBar>
    )
  }
  return (
    <ActionBar>
      {whyNot === null ? null : <p className={styles.note}>{whyNot}</p>}
      <Button
        variant="primary"
        size="large"
        icon={<Send aria-hidden />}
        isDisabled={whyNot !== null}
        onPress={() => setIsConfirming(true)}
      >
        Send for Review
      </Button>
      {isConfirming ? (
        <Confirm draft={draft} eligible={eligible} whyNot={whyNot} onClose={() => setIsConfirming(false)} />
      ) : null}
    </ActionBar>
  )
}

interface ConfirmProps {
  draft: Draft
  eligible: number | null
  whyNot: string | null
  onClose: () => void
}

function Confirm({ draft, eligible, whyNot, onClose }: ConfirmProps) {
  const [chosen, setChosen] = useState<HoldOutPercentage | null>(null)
  // Without a report nothing is measured.
  const households = readBenefit(draft) === 'pension_credit' ? eligible : null
  const holdOut = chosen ?? (households === null ? 0 : usualHoldOut(households))
  const { data: bases } = useQuery(lawfulBasisQuery)
  const [named, setNamed] = useState<LawfulBasis | null>(null)
  const [isChecked, setIsChecked] = useState(false)
  const basis = named ?? bases?.default_basis ?? null
  const isMissing = basis === null && bases?.is_required === true
  const { isPending, failure, send } = useSendForReview(draft, holdOut, basis)
  return (
    <ConfirmDialog
      title="Please Confirm"
      no="Cancel"
      yes="Send for Review"
      onNo={onClose}
      onYes={() => {
        setIsChecked(true)
        if (!isMissing) send()
      }}
      isPending={isPending}
      failure={failure}
      whyNot={whyNot}
    >
      <p>
        This campaign will be sent to the provider and drafts generated for review. We will be in touch to confirm
        details of the campaign before it is sent to residents. Would you like to proceed?
      </p>
      {households === null ? null : <HoldOutFields households={households} value={holdOut} onChange={setChosen} />}
      <LawfulBasisSelect
        value={basis}
        onChange={setNamed}
        error={isChecked && isMissing ? 'Choose a lawful basis: your organisation requires one.' : null}
      />
    </ConfirmDialog>
  )
}

/** The server's code for a key reused with another body: the campaign was sent before it was changed. */
const SENT_BEFORE = 'idempotency_key_reused'
const SENT_BEFORE_WORDS =
  'This campaign was sent for review before you changed it: the answer was lost on the way. Look for it in Campaigns. ' +
  'This draft can be deleted.'

/**
 * Sends a draft for review once: its id is the Idempotency-Key, so a double click, a retry and another tab make one
 * campaign. The draft is removed only after the server has it.
 */
function useSendForReview(
  draft: Draft,
  holdOut: HoldOutPercentage,
  basis: LawfulBasis | null,
): { isPending: boolean; failure: string | null; send: () => void } {
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  const mutationKey = [addCampaign.name, draft.id]

  const send = async () => {
    await call(addCampaign, { body: makeCampaignRequest(draft, holdOut, basis), idempotencyKey: draft.id }).catch(
      (error: unknown) => {
        throw error instanceof Refused && error.code === SENT_BEFORE ? new Error(SENT_BEFORE_WORDS) : error
      },
    )
    await navigate('/campaigns')
    // A draft left behind resends to the same campaign: harmless.
    await removeDraft(draft.id).catch(() => {})
    await notify.success(`“${nameDraft(draft)}” was sent for review.`, 'campaigns')
  }
  const { mutate, isPending, error } = useMutation({ mutationKey, mutationFn: send })
  // A second press may precede the disabled button.
  const sendOnce = () => (queryClient.isMutating({ mutationKey }) > 0 ? undefined : mutate())
  return { isPending, failure: explainFailure(error), send: sendOnce }
}
