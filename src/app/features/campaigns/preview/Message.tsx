import type { ReactNode } from 'react'
import type { BenefitName } from '#contract/campaigns'
import type { Draft } from '../../../state/drafts'
import { offlineReason } from '../../../state/online'
import { ErrorState } from '../../../ui/error-state/ErrorState'
import { Notice } from '../../../ui/notice/Notice'
import { Skeleton } from '../../../ui/skeleton/Skeleton'
import { benefitOf, channelOf, templateOf } from '../drafts/draft'
import type { Asked } from '../useAsked'
import { LetterChoice } from './letter/LetterChoice'
import styles from './PreviewScreen.module.css'
import { SendForReview } from './SendForReview'
import { SmsChoice } from './sms/SmsChoice'
import { useLetterTemplates, useSmsTemplates, useSupportContact } from './useTemplates'

interface MessageProps {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
}

/** The message of the draft's channel: chosen, seen, and sent for review. */
export function Message(props: MessageProps) {
  const benefit = benefitOf(props.draft)
  if (benefit === null) return null
  return channelOf(props.draft)?.name === 'sms' ? (
    <SmsMessage {...props} benefit={benefit} />
  ) : (
    <LetterMessage key={benefit} {...props} benefit={benefit} />
  )
}

function SmsMessage({ draft, benefit, onChange }: MessageProps & { benefit: BenefitName }) {
  const templates = useSmsTemplates()
  const support = useSupportContact()
  const template = templateOf(draft)
  const chosen = template && 'sms' in template ? template.sms : null
  const list = templates.state === 'loaded' ? templates.value.sms_template_information : []
  const isThere = list.some((one) => one.sms_template_id === chosen && one.template.trim() !== '')
  return (
    <>
      <MessagePanel title="Choose your SMS Message">
        <WhenLoaded asked={templates}>
          {(loaded) => (
            <SmsChoice
              templates={loaded}
              benefit={benefit}
              organisation={support.state === 'loaded' ? support.value.organisation_name : loaded.sms_sender_id}
              supportEmail={support.state === 'loaded' ? support.value.support_email : null}
              chosen={chosen}
              onChoose={(smsTemplateId) => onChange({ smsTemplateId })}
            />
          )}
        </WhenLoaded>
      </MessagePanel>
      {templates.state === 'loaded' && list.length === 0 ? null : (
        <SendForReview draft={draft} isChosen={chosen !== null && (isThere || templates.state !== 'loaded')} />
      )}
    </>
  )
}

function LetterMessage({ draft, benefit, onChange }: MessageProps & { benefit: BenefitName }) {
  const templates = useLetterTemplates(benefit)
  const support = useSupportContact()
  const template = templateOf(draft)
  const chosen = template && 'letter' in template ? template.letter : null
  return (
    <>
      <MessagePanel title="Choose your Letter">
        <WhenLoaded asked={templates}>
          {(loaded) => (
            <LetterChoice
              templates={loaded}
              benefit={benefit}
              supportEmail={support.state === 'loaded' ? support.value.support_email : null}
              chosen={chosen}
              onChoose={(letterTemplateId) => onChange({ letterTemplateId })}
              onReload={templates.reload}
              round={templates.round}
            />
          )}
        </WhenLoaded>
      </MessagePanel>
      <SendForReview draft={draft} isChosen={chosen !== null} />
    </>
  )
}

function MessagePanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.panel} aria-labelledby="choose-message">
      <h2 id="choose-message">{title}</h2>
      {children}
    </section>
  )
}

function WhenLoaded<Value>({ asked, children }: { asked: Asked<Value>; children: (value: Value) => ReactNode }) {
  switch (asked.state) {
    case 'loaded':
      return children(asked.value)
    case 'offline':
      return <Notice kind="warning">{offlineReason('Templates need')}</Notice>
    case 'failed':
      return <ErrorState title="The templates could not be loaded" detail={asked.message} onRetry={asked.retry} />
    case 'loading':
      return (
        <div className={styles.loading} aria-busy="true" aria-label="Loading templates">
          <Skeleton height="var(--space-20)" />
          <Skeleton height="var(--space-20)" />
        </div>
      )
  }
}
