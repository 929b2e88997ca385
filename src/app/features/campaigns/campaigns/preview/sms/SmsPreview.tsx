import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BenefitName } from '#contract/households/benefits'
import { readingAge } from '#contract/campaigns/plainEnglish'
import type { Language } from '#contract/households/languages'
import { fillTemplate, templateParts, type Placeholder } from '#contract/campaigns/placeholders'
import { sentText } from '#contract/campaigns/textMessage'
import { classes } from '../../../../../ui/classes'
import { smsTemplatesQuery, useSentExample, type SmsTemplates } from '../../../../../state/sentExample'
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

/** As a household would get it, with its facts. */
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

interface TextPreviewProps {
  text: string
  benefit: BenefitName | null
  language: Language
  children: ReactNode
}

/** A text being written, as an invented household would get it. */
export function TextPreview({ text, benefit, language, children }: TextPreviewProps) {
  const { data: texts } = useQuery(smsTemplatesQuery)
  const sent = useSentExample()(text, benefit)
  const isShown = sent.characters > 0
  return (
    <div className={styles.choice}>
      <div className={styles.side}>
        {children}
        {isShown ? <MessageFacts sent={sent} age={language === 'en' ? readingAge(text) : null} /> : null}
      </div>
      <div className={classes(styles.stage, !isShown && styles.waiting)}>
        {isShown ? (
          <Phone sender={texts?.sms_sender_id ?? ''} text={sent.text} language={language} />
        ) : (
          <p className={styles.note}>Write something to see it on a phone.</p>
        )}
      </div>
    </div>
  )
}
