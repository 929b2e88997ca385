import type { BenefitName } from '#contract/campaigns'
import type { Draft } from '../../../state/drafts'
import { AskedState } from '../../../ui/asked-state/AskedState'
import { Section } from '../../../ui/page/Section'
import { benefitOf, channelOf, templateOf } from '../drafts/draft'
import { LetterChoice } from './letter/LetterChoice'
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
      <Section title="Choose your SMS Message">
        <AskedState asked={templates} what="Choosing a template">
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
        </AskedState>
      </Section>
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
      <Section title="Choose your Letter">
        <AskedState asked={templates} what="Choosing a template">
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
        </AskedState>
      </Section>
      <SendForReview draft={draft} isChosen={chosen !== null} />
    </>
  )
}
