import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { correctContact, liftCorrection, type HouseholdFile } from '#contract/data-protection/householdRights'
import { CONTACT_FIELD_WORDS, contactFieldsSchema, type ContactFields } from '#contract/households/contactFields'
import { call } from '../../../api/call'
import { explainError, readFieldErrors } from '../../../api/errors'
import { formatCount } from '../../../lib/counts'
import { formatMoment } from '../../../lib/moments'
import { useReasonOffline } from '../../../state/connectivity'
import { Button } from '../../../ui/button/Button'
import { Notice } from '../../../ui/notice/Notice'
import { notify } from '../../../ui/notify/notify'
import { Section } from '../../../ui/page/Page'
import { TextField } from '../../../ui/text-field/TextField'
import styles from './HouseholdRights.module.css'

const NAMES = contactFieldsSchema.keyof().options
const MOST: Readonly<Partial<Record<keyof ContactFields, number>>> = { postcode: 10, mobile: 30 }

interface CorrectProps {
  file: HouseholdFile
  onChanged: () => void
}

/** Corrects a name, address or number, also in later months. */
export function Correct({ file, onChanged }: CorrectProps) {
  const { household_reference: reference, contact_fields: held, correction } = file
  const [isOpen, setIsOpen] = useState(false)
  const whyNot = useReasonOffline('Changing this needs')
  const lift = useMutation({
    mutationFn: () => call(liftCorrection, { body: { household_reference: reference } }),
    onSuccess: ({ left_out: leftOut }) => {
      void notify.success(`Taken back. What the month’s contacts say holds again.${lettersInWords(leftOut)}`)
      onChanged()
    },
  })
  return (
    <Section
      title="Correct name, address or number"
      detail="Holds for campaigns that were not sent, and for the months that come until one brings the same."
      actions={
        held === null || isOpen ? null : (
          <Button isDisabled={whyNot !== null} onPress={() => setIsOpen(true)}>
            Correct
          </Button>
        )
      }
    >
      <div className={styles.body}>
        {correction === null ? (
          <p>{held === null ? 'There is nothing to correct: no contact is held.' : 'Nothing is corrected.'}</p>
        ) : (
          <Corrected correction={correction} isPending={lift.isPending} whyNot={whyNot} onLift={() => lift.mutate()} />
        )}
        {lift.error === null ? null : <Notice kind="error">{explainError(lift.error)}</Notice>}
        {held !== null && isOpen ? (
          <CorrectForm
            reference={reference}
            held={held}
            onCancel={() => setIsOpen(false)}
            onDone={() => {
              setIsOpen(false)
              onChanged()
            }}
          />
        ) : null}
        {whyNot === null ? null : <p className={styles.detail}>{whyNot}</p>}
      </div>
    </Section>
  )
}

const lettersInWords = (leftOut: number) =>
  leftOut === 0 ? '' : ` ${formatCount(leftOut, 'message')} of campaigns under way will not go.`

interface CorrectedProps {
  correction: NonNullable<HouseholdFile['correction']>
  isPending: boolean
  whyNot: string | null
  onLift: () => void
}

function Corrected({ correction, isPending, whyNot, onLift }: CorrectedProps) {
  const readImported = (name: string) => correction.imported.find((one) => one.name === name)?.value
  return (
    <>
      <ul className={styles.lines}>
        {correction.corrected.map(({ name, value }) => (
          <li key={name}>
            <strong>{name}</strong>: {value || 'None'}
            <span className={styles.detail}>
              {readImported(name) === undefined
                ? 'The month’s contacts do not have this household.'
                : `The month’s contacts say: ${readImported(name) || 'none'}`}
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.detail}>
        Corrected on {formatMoment(correction.corrected_at)} by {correction.corrected_by}.
      </p>
      <div>
        <Button isPending={isPending} isDisabled={whyNot !== null} onPress={onLift}>
          Take the correction back
        </Button>
      </div>
    </>
  )
}

interface CorrectFormProps {
  reference: string
  held: ContactFields
  onCancel: () => void
  onDone: () => void
}

function CorrectForm({ reference, held, onCancel, onDone }: CorrectFormProps) {
  const [fields, setFields] = useState(held)
  const save = useMutation({
    mutationFn: () => {
      const contact = Object.fromEntries(
        NAMES.filter((name) => fields[name] !== held[name]).map((name) => [name, fields[name]]),
      )
      return call(correctContact, { body: { household_reference: reference, contact } })
    },
    onSuccess: ({ left_out: leftOut }) => {
      void notify.success(`Corrected. It holds from now on.${lettersInWords(leftOut)}`)
      onDone()
    },
  })
  const refused = readFieldErrors(save.error)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form className={styles.body} aria-label="Correct name, address or number" onSubmit={submit} noValidate>
      <div className={styles.fields}>
        {NAMES.map((name) => (
          <TextField
            key={name}
            label={CONTACT_FIELD_WORDS[name]}
            value={fields[name]}
            onChange={(text) => setFields((before) => ({ ...before, [name]: text }))}
            maxLength={MOST[name] ?? 200}
            error={refused[`contact.${name}`]}
          />
        ))}
      </div>
      {save.error === null || Object.keys(refused).length > 0 ? null : (
        <Notice kind="error">{explainError(save.error)}</Notice>
      )}
      <div className={styles.actions}>
        <Button variant="primary" type="submit" isPending={save.isPending}>
          Save the correction
        </Button>
        <Button onPress={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
