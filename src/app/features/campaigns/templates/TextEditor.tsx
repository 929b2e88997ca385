import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { BENEFIT_NAMES } from '#contract/households/benefits'
import { CAMPAIGN_TYPES } from '#contract/campaigns/campaignWords'
import { LANGUAGE_WORDS, LANGUAGES } from '#contract/households/languages'
import { TEXT_NAME_LIMIT, writeTextTemplate, WRITTEN_LIMIT } from '#contract/campaigns/templates'
import {
  describeUnset,
  findUnset,
  placeholdersIn,
  PLACEHOLDERS,
  templateParts,
  unknownPlaceholders,
} from '#contract/campaigns/placeholders'
import { findForeignMarks, warnOfForeignMarks } from '#contract/campaigns/foreignMarks'
import { PLACEHOLDER_WORDS } from '#contract/campaigns/placeholderWords'
import { warnOfText } from '#contract/campaigns/namedBenefits'
import { isWebAlone } from '#contract/campaigns/plainEnglish'
import { call } from '../../../api/call'
import { explainError, readFieldErrors } from '../../../api/errors'
import { useReasonOffline } from '../../../state/connectivity'
import { readTextDraft, removeTextDraft, saveTextDraft } from '../../../state/drafts'
import { Button } from '../../../ui/button/Button'
import { ButtonLink } from '../../../ui/button/ButtonLink'
import { Disclosure } from '../../../ui/disclosure/Disclosure'
import { Notice } from '../../../ui/notice/Notice'
import { notify } from '../../../ui/notify/notify'
import { Page, Section } from '../../../ui/page/Page'
import { Select } from '../../../ui/select/Select'
import { TextArea } from '../../../ui/text-field/TextArea'
import { TextField } from '../../../ui/text-field/TextField'
import { Spinner } from '../../../ui/spinner/Spinner'
import styles from './TextsAndLetters.module.css'
import { messageTemplatesQuery } from './families'
import type { TextDraft } from '#offline/drafts'
import { messageSettingsQuery } from '../../../state/settings'

const LIST = '/campaigns/templates'

export interface TextEditorProps {
  draftId: string
  Preview: ComponentType<Pick<TextDraft, 'text' | 'benefit' | 'language'> & { children: ReactNode }>
}

/** Keeps each keystroke on this device. */
export function TextEditor({ draftId, Preview }: TextEditorProps) {
  const found = useQuery({
    queryKey: ['device', 'text draft', draftId],
    queryFn: () => readTextDraft(draftId).catch(() => null),
    networkMode: 'always',
    gcTime: 0,
  })
  if (found.data === undefined) {
    return (
      <div className={styles.opening}>
        <Spinner label="Opening draft…" />
      </div>
    )
  }
  return <Editor key={draftId} kept={found.data ?? blank(draftId)} Preview={Preview} />
}

const blank = (id: string): TextDraft => ({
  id,
  updatedAt: new Date().toISOString(),
  name: '',
  isNewVersion: false,
  text: '',
  benefit: null,
  language: 'en',
})

function Editor({ kept, Preview }: Pick<TextEditorProps, 'Preview'> & { kept: TextDraft }) {
  const [draft, setDraft] = useState(kept)
  const { send, error, isSending } = useSending(draft)
  const whyNot = useReasonOffline('Sending a text for approval needs')
  const fields = readFieldErrors(error)
  const change = (part: Partial<TextDraft>) => {
    const next = { ...draft, ...part, updatedAt: new Date().toISOString() }
    setDraft(next)
    // state/device/tables.ts reports failures.
    void saveTextDraft(next).catch(() => {})
  }
  return (
    <Page title={draft.isNewVersion ? 'New version of a text' : 'Write a text'}>
      <Section title="Text message">
        <Preview text={draft.text} benefit={draft.benefit} language={draft.language}>
          <form
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault()
              send()
            }}
            noValidate
          >
            {error !== null && Object.keys(fields).length === 0 ? (
              <Notice kind="error">{explainError(error)}</Notice>
            ) : null}
            <div className={styles.fields}>
              <TextField
                label="Name"
                value={draft.name}
                maxLength={TEXT_NAME_LIMIT}
                isReadOnly={draft.isNewVersion}
                error={fields.name}
                onChange={(name) => change({ name })}
              />
              <Select
                label="Campaign type"
                options={[
                  { id: 'every', label: 'Every campaign type' },
                  ...BENEFIT_NAMES.map((id) => ({ id, label: CAMPAIGN_TYPES[id] })),
                ]}
                value={draft.benefit ?? 'every'}
                onChange={(id) => change({ benefit: BENEFIT_NAMES.find((one) => one === id) ?? null })}
              />
              <Select
                label="Language"
                options={LANGUAGES.map((id) => ({ id, label: LANGUAGE_WORDS[id] }))}
                value={draft.language}
                onChange={(language) => change({ language })}
              />
            </div>
            <Words draft={draft} error={fields.text} onChange={(text) => change({ text })} />
            <Doubts text={draft.text} benefit={draft.benefit} />
            <div className={styles.actions}>
              <Button type="submit" variant="primary" isPending={isSending} isDisabled={whyNot !== null}>
                Send for approval
              </Button>
              <ButtonLink to={LIST}>Finish later</ButtonLink>
            </div>
            <p className={styles.detail}>
              {whyNot ??
                'Somebody else approves it before campaigns offer it. Until you send it, it is on this device.'}
            </p>
          </form>
        </Preview>
      </Section>
    </Page>
  )
}

function Words(props: { draft: TextDraft; error: string | undefined; onChange: (text: string) => void }) {
  const { draft, error, onChange } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const insert = (name: string) => {
    const { selectionStart: from, selectionEnd: to } = field.current ?? {
      selectionStart: draft.text.length,
      selectionEnd: draft.text.length,
    }
    onChange(`${draft.text.slice(0, from)}((${name}))${draft.text.slice(to)}`)
    field.current?.focus()
  }
  return (
    <>
      <TextArea
        label="What the text says"
        rows={8}
        value={draft.text}
        maxLength={WRITTEN_LIMIT}
        lang={draft.language}
        error={error}
        inputRef={field}
        onChange={onChange}
      />
      <Disclosure title="Details that are filled in" look="quiet">
        <dl className={styles.placeholderList}>
          {PLACEHOLDERS.map((name) => (
            <div key={name}>
              <dt>
                <Button aria-label={`Put in ((${name}))`} onPress={() => insert(name)}>
                  {`((${name}))`}
                </Button>
              </dt>
              <dd>{PLACEHOLDER_WORDS[name]}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </>
  )
}

function Doubts({ text, benefit }: Pick<TextDraft, 'text' | 'benefit'>) {
  const { data: settings } = useQuery(messageSettingsQuery)
  const parts = templateParts(text)
  const foreign = warnOfForeignMarks(findForeignMarks(text))
  const wrongBenefit = warnOfText(text, benefit)
  const unknown = unknownPlaceholders(parts).map((name) => `((${name}))`)
  const unset = findUnset(placeholdersIn(parts), settings)
  return (
    <>
      {unknown.length === 0 ? null : (
        <Notice kind="warning">{`${unknown.join(', ')} cannot be filled in: choose from the details below the text.`}</Notice>
      )}
      {foreign === null ? null : <Notice kind="warning">{foreign}</Notice>}
      {unset.length === 0 ? null : <Notice kind="warning">{describeUnset(unset)}</Notice>}
      {wrongBenefit === null ? null : <Notice kind="warning">{wrongBenefit}</Notice>}
      {isWebAlone(text) ? (
        <Notice kind="warning">
          It gives a web address alone: give a telephone number too, for people who are not online.
        </Notice>
      ) : null}
    </>
  )
}

function useSending(draft: TextDraft) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const { name, text, benefit, language } = draft
      return call(writeTextTemplate, { body: { name, text, benefit_name: benefit, language } })
    },
    onSuccess: async () => {
      await removeTextDraft(draft.id).catch(() => {})
      void queryClient.invalidateQueries({ queryKey: messageTemplatesQuery.queryKey })
      await navigate(LIST)
      void notify.success(`“${draft.name.trim()}” waits for somebody else to approve it.`)
    },
  })
  return { send: () => mutate(), error, isSending: isPending }
}
