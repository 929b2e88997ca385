import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getSendingSettings, setSendingSettings, type SendingSettings } from '#contract/campaigns/notifyAccounts'
import { call } from '../../../api/call'
import { readFieldErrors } from '../../../api/errors'
import { queryOptions } from '../../../api/queryOptions'
import { notify } from '../../../ui/notify/notify'
import { TextField } from '../../../ui/text-field/TextField'
import styles from './NotifyAccounts.module.css'
import { orNull, SettingsDialog } from './SettingsDialog'

export const sendingSettingsQuery = queryOptions(getSendingSettings)

const writeText = (value: string | number | null) => (value === null ? '' : String(value))
const isNumber = (text: string) => /^\d*$/.test(text.trim())
const parseNumber = (text: string) => (text.trim() === '' ? null : Number(text))

const describeKept = (ending: string | null) =>
  ending === null ? '' : `Set, ends in …${ending}. Leave empty to keep it`

type AccountFields = ReturnType<typeof toAccountFields>

const toAccountFields = (settings: SendingSettings) => ({
  key: '',
  template: writeText(settings.sms_template_id),
  sender: writeText(settings.sms_sender_id),
  email: writeText(settings.email_template_id),
  name: settings.account === 'own' ? writeText(settings.service_name) : '',
  token: '',
  minute: writeText(settings.messages_a_minute),
  texts: writeText(settings.texts_a_day),
  letters: writeText(settings.letters_a_day),
})

const toSendingSettings = (fields: AccountFields) => ({
  ...(fields.key.trim() === '' ? {} : { notify_key: fields.key.trim() }),
  sms_template_id: fields.template.trim(),
  sms_sender_id: orNull(fields.sender),
  email_template_id: orNull(fields.email),
  service_name: orNull(fields.name),
  ...(fields.token.trim() === '' ? {} : { callback_token: fields.token.trim() }),
  messages_a_minute: parseNumber(fields.minute),
  texts_a_day: parseNumber(fields.texts),
  letters_a_day: parseNumber(fields.letters),
})

function useAccountForm(settings: SendingSettings, onClose: () => void) {
  const queryClient = useQueryClient()
  const [fields, setFields] = useState(() => toAccountFields(settings))
  const [isChecked, setIsChecked] = useState(false)
  const save = useMutation({
    mutationFn: () => call(setSendingSettings, { body: toSendingSettings(fields) }),
    onSuccess: (changed) => {
      queryClient.setQueryData(sendingSettingsQuery.queryKey, changed)
      void notify.success('Saved. Test the connection before the next campaign.')
      onClose()
    },
  })
  const submit = () => {
    setIsChecked(true)
    if ([fields.minute, fields.texts, fields.letters].every(isNumber)) save.mutate()
  }
  const bindField = (name: keyof AccountFields) => ({
    value: fields[name],
    onChange: (value: string) => setFields((before) => ({ ...before, [name]: value })),
  })
  const bindLimit = (name: 'minute' | 'texts' | 'letters', refused: string | undefined) => ({
    ...bindField(name),
    inputMode: 'numeric' as const,
    maxLength: 6,
    error: isChecked && !isNumber(fields[name]) ? 'Write a whole number, or nothing.' : refused,
  })
  return { save, submit, bindField, bindLimit }
}

/** The organisation's own GOV.UK Notify account. */
export function NotifyAccountForm({ settings, onClose }: { settings: SendingSettings; onClose: () => void }) {
  const { save, submit, bindField, bindLimit } = useAccountForm(settings, onClose)
  const wrong = readFieldErrors(save.error)
  return (
    <SettingsDialog
      title="Your account of GOV.UK Notify"
      error={save.error}
      isSaving={save.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <TextField
        label="API key"
        type="password"
        placeholder={describeKept(settings.key_ending)}
        error={wrong.notify_key}
        maxLength={300}
        autoFocus
        {...bindField('key')}
      />
      <TextField
        label="Id of the text message template whose message is ((message))"
        error={wrong.sms_template_id}
        maxLength={36}
        {...bindField('template')}
      />
      <TextField
        label="Id of the text message sender (optional)"
        error={wrong.sms_sender_id}
        maxLength={36}
        {...bindField('sender')}
      />
      <TextField
        label="Name of the service, where GOV.UK Notify starts every text with it (optional)"
        error={wrong.service_name}
        maxLength={255}
        {...bindField('name')}
      />
      <TextField
        label="Id of the e-mail template that tells staff whose turn a campaign is (optional)"
        error={wrong.email_template_id}
        maxLength={36}
        {...bindField('email')}
      />
      <p className={styles.detail}>
        Its text says what it likes with ((what)), ((campaign)) and ((link)), for example: ((what)): ((campaign)). Open
        it: ((link)).
      </p>
      <TextField
        label="Callback token (optional)"
        type="password"
        placeholder={describeKept(settings.callback_token_ending)}
        error={wrong.callback_token}
        maxLength={500}
        {...bindField('token')}
      />
      <p className={styles.detail}>
        Register these addresses with this token in GOV.UK Notify: {settings.callback_url} for delivery receipts and
        returned letters, {settings.received_texts_url} for texts that people send back.
      </p>
      <div className={styles.limits}>
        <TextField label="Messages a minute at most" {...bindLimit('minute', wrong.messages_a_minute)} />
        <TextField label="Texts a day at most" {...bindLimit('texts', wrong.texts_a_day)} />
        <TextField label="Letters a day at most" {...bindLimit('letters', wrong.letters_a_day)} />
      </div>
      <p className={styles.detail}>An empty limit is GOV.UK Notify’s own.</p>
    </SettingsDialog>
  )
}
