import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bringBackMonth, type BringBack, type Months } from '#contract/households/imports'
import { call } from '../../../api/call'
import { explainFailure } from '../../../api/errors'
import { figure, formatCount } from '../../../lib/counts'
import { formatDay, formatMoment, formatMonth } from '../../../lib/moments'
import { Button } from '../../../ui/button/Button'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog'
import { Notice } from '../../../ui/notice/Notice'
import { Section } from '../../../ui/page/Page'
import { monthsQuery } from './useImport'

interface BringBackProps {
  offer: BringBack | null
  whyNot: string | null
}

/** Undoes the last publication. */
export function BringBackSection({ offer, whyNot }: BringBackProps) {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const bringBack = useMutation({
    mutationFn: ({ id }: BringBack) => call(bringBackMonth, { body: { id } }),
    onSuccess(changed: Months) {
      queryClient.setQueryData(monthsQuery.queryKey, changed)
      setIsAsking(false)
    },
  })
  if (offer === null)
    return bringBack.isSuccess ? (
      <Notice kind="success">
        {formatMonth(bringBack.variables.before.month)} is back: people see it the next time the map loads.
      </Notice>
    ) : null

  const close = () => {
    setIsAsking(false)
    if (!bringBack.isError) return
    bringBack.reset()
    void queryClient.invalidateQueries({ queryKey: monthsQuery.queryKey })
  }
  const before = formatMonth(offer.before.month)
  return (
    <Section
      title="Bring the month before back"
      detail={
        offer.refusal ??
        `If ${formatMonth(offer.month)} was a mistake: until ${formatDay(offer.until)} you can go back to ${before}, as it was.`
      }
      actions={
        offer.refusal === null ? (
          <Button isDisabled={whyNot !== null} onPress={() => setIsAsking(true)}>
            Bring back {before}
          </Button>
        ) : null
      }
    >
      {isAsking ? (
        <ConfirmDialog
          title={`Bring back ${before}?`}
          no="Cancel"
          yes="Bring back"
          variant="danger"
          onNo={close}
          onYes={() => bringBack.mutate(offer)}
          isPending={bringBack.isPending}
          failure={explainFailure(bringBack.error)}
          whyNot={whyNot}
        >
          <p>{describeChange(offer)}</p>
        </ConfirmDialog>
      ) : null}
    </Section>
  )
}

function describeChange({ month, published_at, before, contact_count, campaign_count }: BringBack): string {
  const earlier = before.month === month ? `${formatMonth(month)} as it was before` : formatMonth(before.month)
  return [
    `${formatMonth(month)}, as it was published on ${formatMoment(published_at)}, is deleted.`,
    `Everybody sees ${earlier}, with ${formatCount(before.household_count, 'household')}.`,
    contact_count === null
      ? 'Contacts stay as they are.'
      : `All contacts that are there now are replaced by the ${figure(contact_count)} of before.`,
    campaign_count === 0
      ? ''
      : `${formatCount(campaign_count, 'campaign that is', 'campaigns that are')} being prepared from it ${campaign_count === 1 ? 'goes back to its author' : 'go back to their authors'}, and nothing of ${campaign_count === 1 ? 'it' : 'them'} is sent.`,
    'What was erased, marked as do-not-contact, corrected or replied meanwhile stays so.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}
