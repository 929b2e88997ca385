import type { ReactNode } from 'react'
import type { Language } from '#contract/campaigns/languages'
import { fillTemplate, templateParts, type Placeholder } from '#contract/campaigns/placeholders'
import { sentText } from '#contract/campaigns/textMessage'
import type { SmsTemplates } from '../../queries'
import { MessageFacts } from './MessageFacts'
import { Phone } from './Phone'
import styles from './SmsChoice.module.css'

interface SmsPreviewProps {
  templates: SmsTemplates
  template: string
  language: Language
  values: Partial<Record<Placeholder, string>>
  children: ReactNode
}

/** A text as a household would get it, with its facts. */
export function SmsPreview({ templates, template, language, values, children }: SmsPreviewProps) {
  const { sms_sender_id: sender, sms_service_name: serviceName } = templates
  const sent = sentText(fillTemplate(templateParts(template), values), serviceName)
  return (
    <div className={styles.choice}>
      <div className={styles.side}>
        <MessageFacts sent={sent} age={null} />
        {children}
      </div>
      <div className={styles.stage}>
        <Phone sender={sender} text={sent.text} language={language} />
      </div>
    </div>
  )
}
