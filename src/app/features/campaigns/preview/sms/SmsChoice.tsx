import type { BenefitName } from '#contract/campaigns'
import { fillTemplate, templateParts } from '#contract/placeholders'
import { classes } from '../../../../ui/classes'
import { ToggleCard } from '../../../../ui/toggle-card/ToggleCard'
import type { SmsTemplates } from '../../queries'
import { TemplateNotFound } from '../TemplateNotFound'
import { MessageFacts } from './MessageFacts'
import { Phone } from './Phone'
import { sampleHousehold } from './sampleHousehold'
import styles from './SmsChoice.module.css'

interface SmsChoiceProps {
  templates: SmsTemplates
  /** For `((benefit))`. */
  benefit: BenefitName
  /** For `((organisation))`. */
  organisation: string
  supportEmail: string | null
  chosen: number | null
  onChoose: (templateId: number) => void
}

/** "Choose your SMS Message": template buttons, and a phone that shows the chosen one. */
export function SmsChoice({ templates, benefit, organisation, supportEmail, chosen, onChoose }: SmsChoiceProps) {
  const { sms_sender_id: sender, sms_template_information: list } = templates
  const values = sampleHousehold(organisation, benefit)
  const texts = list.map(({ sms_template_id: id, template }) => ({
    id,
    text: fillTemplate(templateParts(template), values),
  }))
  const picked = texts.find(({ id }) => id === chosen)
  if (texts.length === 0) return <TemplateNotFound channel="SMS" email={supportEmail} />
  return (
    <div className={styles.choice}>
      <div className={styles.side}>
        <div className={styles.templates} role="group" aria-label="Templates">
          {texts.map(({ id, text }, index) => (
            <ToggleCard
              key={id}
              title={`Template ${index + 1}`}
              detail={text}
              isSelected={id === chosen}
              onPress={() => onChoose(id)}
            />
          ))}
        </div>
        {picked && picked.text.trim() !== '' ? <MessageFacts text={picked.text} /> : null}
      </div>
      <div className={classes(styles.stage, !picked && styles.waiting)}>
        {picked && picked.text.trim() !== '' ? (
          <Phone sender={sender} text={picked.text} />
        ) : chosen !== null ? (
          <TemplateNotFound channel="SMS" email={supportEmail} />
        ) : (
          <p className={styles.note}>Pick a message to see it on a phone.</p>
        )}
      </div>
    </div>
  )
}
