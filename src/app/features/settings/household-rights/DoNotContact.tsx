import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { liftDoNotContact, markDoNotContact, type HouseholdFile } from '#contract/data-protection/householdRights'
import { MARK_REASONS, type MarkReason } from '#contract/households/doNotContact'
import { call } from '../../../api/call'
import { explainError } from '../../../api/errors'
import { formatCount } from '../../../lib/counts'
import { formatMoment } from '../../../lib/moments'
import { useReasonOffline } from '../../../state/connectivity'
import { Button } from '../../../ui/button/Button'
import { Notice } from '../../../ui/notice/Notice'
import { notify } from '../../../ui/notify/notify'
import { Section } from '../../../ui/page/Page'
import { Select } from '../../../ui/select/Select'
import styles from './HouseholdRights.module.css'

const REASON_WORDS: Readonly<Record<MarkReason, string>> = {
  objection: 'It objects to messages',
  deceased: 'Somebody has died',
  moved: 'It has moved',
  wrong_number: 'The number is wrong (letters still go)',
  safeguarding: 'For its safety',
}

interface DoNotContactProps {
  file: HouseholdFile
  onChanged: () => void
}

/** Bars messages to a household, also in running campaigns. */
export function DoNotContact({ file, onChanged }: DoNotContactProps) {
  const { household_reference: reference, marks } = file
  const [reason, setReason] = useState<MarkReason | null>(null)
  const [isChecked, setIsChecked] = useState(false)
  const whyNot = useReasonOffline('Changing this needs')
  const mark = useMutation({
    mutationFn: (chosen: MarkReason) =>
      call(markDoNotContact, { body: { household_reference: reference, reason: chosen } }),
    onSuccess: ({ left_out: leftOut }) => {
      const messages = leftOut === 0 ? '' : ` ${formatCount(leftOut, 'message')} of campaigns under way will not go.`
      void notify.success(`Marked. It holds from now on.${messages}`)
      onChanged()
    },
  })
  const lift = useMutation({
    mutationFn: () => call(liftDoNotContact, { body: { household_reference: reference } }),
    onSuccess: () => {
      void notify.success('Lifted. Campaigns from now on may write to this household again.')
      onChanged()
    },
  })
  const error = mark.error ?? lift.error
  return (
    <Section
      title="Do-not-contact"
      detail="Holds at once for new campaigns and for those under way, and outlasts the months that come."
    >
      <div className={styles.body}>
        {marks.length === 0 ? (
          <p>Nothing keeps messages from this household but what the month’s contacts say.</p>
        ) : (
          <ul className={styles.lines}>
            {marks.map(({ of, reason: why, marked_at: at, marked_by: by }) => (
              <li key={of}>
                <strong>{of === 'household' ? 'This household' : 'Its number'}</strong>: {REASON_WORDS[why]}. Marked on{' '}
                {formatMoment(at)} by {by}.
              </li>
            ))}
          </ul>
        )}
        {error === null ? null : <Notice kind="error">{explainError(error)}</Notice>}
        <div className={styles.mark}>
          <Select
            label="Why it must not be written to"
            placeholder="Choose a reason"
            options={MARK_REASONS.map((id) => ({ id, label: REASON_WORDS[id] }))}
            value={reason}
            onChange={setReason}
            error={isChecked && reason === null ? 'Choose a reason.' : null}
          />
          <Button
            isPending={mark.isPending}
            isDisabled={whyNot !== null}
            onPress={() => {
              setIsChecked(true)
              if (reason !== null) mark.mutate(reason)
            }}
          >
            Mark as do-not-contact
          </Button>
          {marks.length === 0 ? null : (
            <Button isPending={lift.isPending} isDisabled={whyNot !== null} onPress={() => lift.mutate()}>
              Lift do-not-contact
            </Button>
          )}
        </div>
        {whyNot === null ? null : <p className={styles.detail}>{whyNot}</p>}
      </div>
    </Section>
  )
}
