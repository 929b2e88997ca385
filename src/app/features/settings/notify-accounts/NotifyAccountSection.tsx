import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  getTextSender,
  removeSendingSettings,
  testSending,
  type SendingSettings,
} from '#contract/campaigns/notifyAccounts'
import { call } from '../../../api/call'
import { explainFailure, explainError } from '../../../api/errors'
import { queryOptions } from '../../../api/queryOptions'
import { figure } from '../../../lib/counts'
import { useReasonOffline } from '../../../state/connectivity'
import { Button } from '../../../ui/button/Button'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog'
import { Notice } from '../../../ui/notice/Notice'
import { DetailList } from '../../../ui/page/Facts'
import { Section } from '../../../ui/page/Page'
import { QueryState } from '../../../ui/query-state/QueryState'
import styles from './NotifyAccounts.module.css'
import { NotifyAccountForm, sendingSettingsQuery } from './NotifyAccountForm'

/** How messages are sent; for administrators. */
export function NotifyAccountSection() {
  const settings = useQuery(sendingSettingsQuery)
  return (
    <Section title="Sending messages" detail="Which account of GOV.UK Notify your campaigns go through.">
      <QueryState query={settings} what="How messages are sent">
        {(loaded) => <Account settings={loaded} />}
      </QueryState>
    </Section>
  )
}

const THROUGH: Record<SendingSettings['account'], string> = {
  own: 'Your own account of GOV.UK Notify',
  operator: 'The account of who runs Doorstep for you',
  simulator: 'The simulator: nothing is really sent',
  none: 'None: campaigns wait until there is one',
}

const secret = (ending: string | null) => (ending === null ? 'Not set' : `Set, ends in …${ending}`)
const limit = (most: number | null) => (most === null ? 'GOV.UK Notify’s own' : figure(most))

function listDetails(settings: SendingSettings) {
  const through = { name: 'Account', value: THROUGH[settings.account] }
  const from = { name: 'Texts come from', value: <TextSender /> }
  if (settings.account !== 'own') return settings.account === 'none' ? [through] : [through, from]
  return [
    through,
    from,
    { name: 'API key', value: secret(settings.key_ending) },
    { name: 'Text message template', value: settings.sms_template_id ?? '' },
    { name: 'Text message sender', value: settings.sms_sender_id ?? 'The service’s default' },
    { name: 'Texts start with', value: settings.service_name === null ? 'Nothing' : `${settings.service_name}:` },
    { name: 'E-mails to staff', value: settings.email_template_id ?? 'None: no e-mail template is set' },
    { name: 'Callback token', value: secret(settings.callback_token_ending) },
    { name: 'Callback address', value: <span className={styles.address}>{settings.callback_url}</span> },
    {
      name: 'Address for replies',
      value: <span className={styles.address}>{settings.received_texts_url}</span>,
    },
    { name: 'Messages a minute', value: limit(settings.messages_a_minute) },
    { name: 'Texts a day', value: limit(settings.texts_a_day) },
    { name: 'Letters a day', value: limit(settings.letters_a_day) },
  ]
}

/** A name takes no replies: docs/product.md#texts-that-come-in. */
function TextSender() {
  const sender = useQuery({ ...queryOptions(getTextSender), staleTime: 0 })
  return (
    <QueryState query={sender} what="Who texts come from">
      {({ texts_from: from, takes_replies: takesReplies }) =>
        from === null
          ? 'Not known until a text has been sent: a test message will do'
          : takesReplies
            ? `${from}, a number: people can reply`
            : `“${from}”, a name and no number: nobody can reply by text, not even with STOP`
      }
    </QueryState>
  )
}

function Account({ settings }: { settings: SendingSettings }) {
  const [dialog, setDialog] = useState<'change' | 'remove' | null>(null)
  const whyNot = useReasonOffline('Changing and testing this needs')
  const test = useMutation({ mutationFn: () => call(testSending) })
  const isOwn = settings.account === 'own'
  const open = (which: 'change' | 'remove') => () => {
    test.reset()
    setDialog(which)
  }
  return (
    <div className={styles.body}>
      <DetailList details={listDetails(settings)} />
      {test.error === null ? null : <Notice kind="error">{explainError(test.error)}</Notice>}
      {test.data === undefined ? null : <Notice kind={test.data.works ? 'success' : 'error'}>{test.data.words}</Notice>}
      <div className={styles.actions}>
        <Button isDisabled={whyNot !== null} onPress={open('change')}>
          {isOwn ? 'Change account' : 'Set up your own account'}
        </Button>
        {isOwn || settings.account === 'operator' ? (
          <Button isDisabled={whyNot !== null} isPending={test.isPending} onPress={() => test.mutate()}>
            Test connection
          </Button>
        ) : null}
        {isOwn ? (
          <Button variant="quiet" isDisabled={whyNot !== null} onPress={open('remove')}>
            Forget account
          </Button>
        ) : null}
        {whyNot === null ? null : <p className={styles.detail}>{whyNot}</p>}
      </div>
      {dialog === 'change' ? <NotifyAccountForm settings={settings} onClose={() => setDialog(null)} /> : null}
      {dialog === 'remove' ? <ForgetAccount onClose={() => setDialog(null)} /> : null}
    </div>
  )
}

function ForgetAccount({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const whyNot = useReasonOffline('Changing this needs')
  const forget = useMutation({
    mutationFn: () => call(removeSendingSettings),
    onSuccess: (changed) => {
      queryClient.setQueryData(sendingSettingsQuery.queryKey, changed)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title="Forget your own account?"
      no="Cancel"
      yes="Forget account"
      variant="danger"
      onNo={onClose}
      onYes={forget.mutate}
      isPending={forget.isPending}
      failure={explainFailure(forget.error)}
      whyNot={whyNot}
    >
      <p>
        Its key and callback token are deleted. Campaigns that are being sent go on through the account of who runs
        Doorstep for you, or wait where there is none.
      </p>
    </ConfirmDialog>
  )
}
