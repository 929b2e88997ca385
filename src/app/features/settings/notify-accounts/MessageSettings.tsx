import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { LANGUAGE_WORDS, type Language } from '#contract/households/languages'
import { setMessageSettings, type MessageSettings } from '#contract/campaigns/messageSettings'
import { ORGANISATION_PLACEHOLDERS } from '#contract/campaigns/placeholders'
import { call } from '../../../api/call'
import { readFieldErrors } from '../../../api/errors'
import { Checkbox } from '../../../ui/checkbox/Checkbox'
import { notify } from '../../../ui/notify/notify'
import { Select } from '../../../ui/select/Select'
import { TextField } from '../../../ui/text-field/TextField'
import styles from './NotifyAccounts.module.css'
import { orNull, SettingsDialog, SettingsSection } from './SettingsDialog'
import { messageSettingsQuery } from '../../../state/settings'

/** What messages say about the organisation; for administrators. */
export function WhatMessagesSay() {
  const settings = useQuery(messageSettingsQuery)
  const { hash } = useLocation()
  const wanted = ORGANISATION_PLACEHOLDERS.find((name) => hash === `#${name}`)
  return (
    <SettingsSection
      title="What messages say"
      detail="What letters and texts fill in about your organisation."
      query={settings}
      detailsOf={(loaded) => [
        { name: 'Languages', value: describeLanguages(loaded) },
        { name: 'Telephone number', value: loaded.phone ?? 'Not set' },
        { name: 'Return address', value: loaded.return_address ?? 'Not set' },
        { name: 'Sending hours', value: describeHours(loaded) },
        { name: 'Privacy notice', value: loaded.privacy_notice ?? 'Not set' },
      ]}
      isOpenAtFirst={wanted !== undefined}
      form={(loaded, onClose) => <MessageSettingsForm settings={loaded} wanted={wanted} onClose={onClose} />}
    />
  )
}

const CHOICES: readonly Language[][] = [['en'], ['cy'], ['en', 'cy'], ['cy', 'en']]
const listLanguageNames = (languages: readonly Language[]) =>
  languages.map((language) => LANGUAGE_WORDS[language]).join(', then ')
const describeLanguages = ({ languages, in_both_languages: inBoth }: MessageSettings) =>
  `${listLanguageNames(languages)}${inBoth && languages.length > 1 ? '; texts to everybody in both' : ''}`

const writeHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`
const describeHours = ({ send_from, send_until, send_on_sundays }: MessageSettings) =>
  `${writeHour(send_from)} to ${writeHour(send_until)}, ${send_on_sundays ? 'Sundays too' : 'not on Sundays'}`
const FROM = Array.from({ length: 24 }, (_, hour) => ({ id: String(hour), label: writeHour(hour) }))
const UNTIL = FROM.map((_, index) => ({ id: String(index + 1), label: writeHour(index + 1) }))

interface MessageSettingsFormProps {
  settings: MessageSettings
  wanted: (typeof ORGANISATION_PLACEHOLDERS)[number] | undefined
  onClose: () => void
}

function MessageSettingsForm({ settings, wanted, onClose }: MessageSettingsFormProps) {
  const queryClient = useQueryClient()
  const [languages, setLanguages] = useState(settings.languages.join(' '))
  const [inBoth, setInBoth] = useState(settings.in_both_languages)
  const [fields, setFields] = useState({
    phone: settings.phone ?? '',
    return_address: settings.return_address ?? '',
    privacy_notice: settings.privacy_notice ?? '',
  })
  const [hours, setHours] = useState({
    from: String(settings.send_from),
    until: String(settings.send_until),
    onSundays: settings.send_on_sundays,
  })
  const save = useMutation({
    mutationFn: () =>
      call(setMessageSettings, {
        body: {
          languages: CHOICES.find((choice) => choice.join(' ') === languages) ?? settings.languages,
          in_both_languages: inBoth,
          phone: orNull(fields.phone),
          return_address: orNull(fields.return_address),
          privacy_notice: orNull(fields.privacy_notice),
          send_from: Number(hours.from),
          send_until: Number(hours.until),
          send_on_sundays: hours.onSundays,
        },
      }),
    onSuccess: (changed) => {
      queryClient.setQueryData(messageSettingsQuery.queryKey, (before) => before && { ...before, ...changed })
      void notify.success('Saved. Messages that are made from now on say so.')
      onClose()
    },
  })
  const wrong = readFieldErrors(save.error)
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    error: wrong[name],
    autoFocus: name === wanted,
    onChange: (value: string) => setFields((before) => ({ ...before, [name]: value })),
  })
  return (
    <SettingsDialog
      title="What messages say"
      error={save.error}
      isSaving={save.isPending}
      onSave={save.mutate}
      onClose={onClose}
    >
      <Select
        label="Languages that you write in"
        options={CHOICES.map((choice) => ({ id: choice.join(' '), label: listLanguageNames(choice) }))}
        value={languages}
        onChange={setLanguages}
      />
      {languages.includes(' ') ? (
        <Checkbox isSelected={inBoth} onChange={setInBoth}>
          Send texts in both languages to everybody, unless a campaign chooses otherwise
        </Checkbox>
      ) : null}
      <TextField label="Telephone number, for ((phone))" maxLength={40} {...field('phone')} />
      <TextField
        label="Return address on one line, for ((return_address))"
        maxLength={300}
        {...field('return_address')}
      />
      <TextField
        label="Web address of your privacy notice, for ((privacy_notice))"
        maxLength={200}
        {...field('privacy_notice')}
      />
      <div className={styles.limits}>
        <Select
          label="Send from"
          options={FROM}
          value={hours.from}
          onChange={(from) => setHours((before) => ({ ...before, from }))}
        />
        <Select
          label="Send until"
          options={UNTIL}
          value={hours.until}
          error={wrong.send_until}
          onChange={(until) => setHours((before) => ({ ...before, until }))}
        />
      </div>
      <Checkbox isSelected={hours.onSundays} onChange={(onSundays) => setHours((before) => ({ ...before, onSundays }))}>
        Send on Sundays too
      </Checkbox>
      <p className={styles.detail}>A template that asks for something which is empty here cannot be sent.</p>
    </SettingsDialog>
  )
}
