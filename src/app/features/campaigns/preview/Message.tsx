import { useQuery } from '@tanstack/react-query'
import type { BenefitName } from '#contract/benefits'
import { isWebAlone } from '#contract/plainEnglish'
import type { Draft } from '../../../state/drafts'
import { Section } from '../../../ui/page/Page'
import { QueryState } from '../../../ui/query-state/QueryState'
import { benefitOf, channelOf, templateOf } from '../drafts/draft'
import { letterTemplatesQuery, messageSettingsQuery, smsTemplatesQuery, supportContactQuery } from '../queries'
import { WebAlone } from '../WebAlone'
import { LetterChoice } from './letter/LetterChoice'
import { PostageChoice } from './letter/PostageChoice'
import { SendForReview } from './SendForReview'
import { SmsChoice } from './sms/SmsChoice'

interface MessageProps {
  draft: Draft
  /** Households; null while they are counted. */
  eligible: number | null
  /** Of these, at a high risk of digital exclusion. */
  excluded: number
  onChange: (change: Partial<Draft>) => void
}

/** The message of the draft's channel: chosen, previewed, and sent for review. */
export function Message(props: MessageProps) {
  const benefit = benefitOf(props.draft)
  if (benefit === null) return null
  return channelOf(props.draft)?.name === 'sms' ? (
    <SmsMessage {...props} benefit={benefit} />
  ) : (
    <LetterMessage key={benefit} {...props} benefit={benefit} />
  )
}

function SmsMessage({ draft, eligible, excluded, benefit, onChange }: MessageProps & { benefit: BenefitName }) {
  const templates = useQuery(smsTemplatesQuery)
  const { data: support } = useQuery(supportContactQuery)
  const { data: settings } = useQuery(messageSettingsQuery)
  const template = templateOf(draft)
  const chosen = template && 'sms' in template ? template.sms : null
  const list = templates.data?.sms_template_information ?? []
  const picked = list.find((one) => one.sms_template_id === chosen)
  const isThere = picked !== undefined && picked.template.trim() !== ''
  return (
    <>
      <Section title="Choose your SMS Message">
        <QueryState query={templates} what="Choosing a template">
          {(loaded) => (
            <SmsChoice
              templates={loaded}
              benefit={benefit}
              organisation={support?.organisation_name ?? loaded.sms_sender_id}
              settings={settings}
              supportEmail={support?.support_email ?? null}
              chosen={chosen}
              onChoose={(smsTemplateId) => onChange({ smsTemplateId })}
            />
          )}
        </QueryState>
      </Section>
      {picked && isWebAlone(picked.template) ? <WebAlone households={excluded} /> : null}
      {templates.data && list.length === 0 ? null : (
        <SendForReview draft={draft} eligible={eligible} isChosen={chosen !== null && (isThere || !templates.data)} />
      )}
    </>
  )
}

function LetterMessage({ draft, eligible, excluded, benefit, onChange }: MessageProps & { benefit: BenefitName }) {
  const templates = useQuery(letterTemplatesQuery(benefit))
  const { data: support } = useQuery(supportContactQuery)
  const template = templateOf(draft)
  const chosen = template && 'letter' in template ? template.letter : null
  const picked = templates.data?.find(({ id }) => id === chosen)
  return (
    <>
      <Section title="Choose your Letter">
        <QueryState query={templates} what="Choosing a template">
          {(loaded) => (
            <LetterChoice
              templates={loaded}
              benefit={benefit}
              supportEmail={support?.support_email ?? null}
              chosen={chosen}
              onChoose={(letterTemplateId) => onChange({ letterTemplateId })}
              onReload={() => void templates.refetch()}
              round={templates.dataUpdatedAt + templates.errorUpdatedAt}
            />
          )}
        </QueryState>
      </Section>
      <Section title="Choose how it goes">
        <PostageChoice
          chosen={draft.postage ?? null}
          households={eligible}
          onChoose={(postage) => onChange({ postage })}
        />
      </Section>
      {picked?.is_web_alone ? <WebAlone households={excluded} /> : null}
      <SendForReview draft={draft} eligible={eligible} isChosen={chosen !== null} />
    </>
  )
}
