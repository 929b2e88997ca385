import { useState } from 'react'
import type { BenefitName } from '#contract/households/benefits'
import { CAMPAIGN_TYPES } from '#contract/campaigns/campaignWords'
import { EXAMPLE_HOUSEHOLDS, type ExampleName } from '#contract/campaigns/exampleHouseholds'
import { findForeignMarks, warnOfForeignMarks } from '#contract/campaigns/foreignMarks'
import { LANGUAGE_WORDS } from '#contract/households/languages'
import type { MessageSettings } from '#contract/campaigns/messageSettings'
import {
  fillTemplate,
  PLACEHOLDERS,
  placeholdersIn,
  templateParts,
  type Placeholder,
} from '#contract/campaigns/placeholders'
import { readingAge } from '#contract/campaigns/plainEnglish'
import { isForCampaign } from '#contract/campaigns/templates'
import { sentText } from '#contract/campaigns/textMessage'
import { formatCount } from '../../../../../lib/counts'
import { Button } from '../../../../../ui/button/Button'
import { classes } from '../../../../../ui/classes'
import { Notice } from '../../../../../ui/notice/Notice'
import { ToggleCard } from '../../../../../ui/toggle-card/ToggleCard'
import { ToggleGroup } from '../../../../../ui/toggle-group/ToggleGroup'
import { makeExampleHousehold, type SmsTemplates } from '../../../../../state/sentExample'
import { ExampleChoice } from '../ExampleChoice'
import { UnsetSettings } from '../UnsetSettings'
import { TemplateNotFound } from '../TemplateNotFound'
import { MessageFacts } from './MessageFacts'
import { Phone } from './Phone'
import styles from './SmsChoice.module.css'
import { TestText } from './TestText'

const EXAMPLES = [
  { id: 'typical', label: 'Usual name' },
  { id: 'longest', label: 'Longest' },
  { id: 'shortest', label: 'Shortest' },
] as const
const VARYING: ReadonlySet<Placeholder> = new Set(
  PLACEHOLDERS.filter((name) => EXAMPLE_HOUSEHOLDS.longest[name] !== EXAMPLE_HOUSEHOLDS.shortest[name]),
)

interface SmsChoiceProps {
  templates: SmsTemplates
  /** For `((benefit))`. */
  benefit: BenefitName
  /** For `((organisation))`. */
  organisation: string
  settings: MessageSettings | undefined
  example: ExampleName
  onExample: (example: ExampleName) => void
  supportEmail: string | null
  chosen: number | null
  onChoose: (templateId: number) => void
}

/** "Choose your SMS Message": fitting texts, others behind a switch, the chosen one on a phone. */
export function SmsChoice(props: SmsChoiceProps) {
  const { templates, benefit, organisation, settings, example, onExample, supportEmail, chosen, onChoose } = props
  const { sms_sender_id: sender, sms_service_name: serviceName, sms_template_information: list } = templates
  const [isShowingAll, setIsShowingAll] = useState(false)
  const values = {
    ...makeExampleHousehold(organisation, benefit, settings, example),
    genuine_page: templates.genuine_page,
  }
  const allowed = list.filter(({ benefit_name: of }) => isForCampaign(of, benefit))
  const refused = list.length - allowed.length
  const texts = allowed.map((template) => {
    const parts = templateParts(template.template)
    return {
      ...template,
      id: template.sms_template_id,
      sent: sentText(fillTemplate(parts, values), serviceName),
      placeholders: placeholdersIn(parts),
    }
  })
  const languages = settings?.languages ?? ['en']
  const fitting = texts
    .filter(({ benefit_name: of, language }) => (of === null || of === benefit) && languages.includes(language))
    .toSorted((one, other) => languages.indexOf(one.language) - languages.indexOf(other.language))
  const others = texts.filter((text) => !fitting.includes(text))
  const picked = texts.find(({ id }) => id === chosen)
  const marks = picked ? warnOfForeignMarks(findForeignMarks(picked.template)) : null
  const isAll = isShowingAll || fitting.length === 0 || (picked !== undefined && others.includes(picked))
  const notOffered =
    refused === 0 ? null : (
      <p className={styles.note}>{`${formatCount(refused, 'text')} of other campaign types cannot be chosen.`}</p>
    )
  if (texts.length === 0) {
    return (
      <>
        <TemplateNotFound channel="SMS" email={supportEmail} />
        <ExampleChoice channel="sms" benefit={benefit} onTaken={(id) => onChoose(Number(id))} />
        {notOffered}
      </>
    )
  }
  return (
    <div className={styles.choice}>
      <div className={styles.side}>
        <div className={styles.templates} role="group" aria-label="Templates">
          {(isAll ? [...fitting, ...others] : fitting).map(({ id, name, benefit_name: of, language, sent }) => (
            <ToggleCard
              key={id}
              title={name}
              note={[
                of === null ? 'Every campaign type' : CAMPAIGN_TYPES[of],
                'Text',
                LANGUAGE_WORDS[language],
                formatCount(sent.segments, 'segment'),
              ].join(' · ')}
              detail={<span lang={language}>{sent.text}</span>}
              isSelected={id === chosen}
              onPress={() => onChoose(id)}
            />
          ))}
        </div>
        {isAll || others.length === 0 ? null : (
          <Button variant="quiet" onPress={() => setIsShowingAll(true)}>
            {`Show ${formatCount(others.length, 'text')} ${benefit === 'custom' ? 'of other campaign types and languages' : 'in other languages'}`}
          </Button>
        )}
        {notOffered}
        {picked ? <UnsetSettings used={picked.placeholders} settings={settings} /> : null}
        {marks === null ? null : <Notice kind="warning">{marks}</Notice>}
        {picked && picked.sent.characters > 0 ? (
          <>
            {picked.placeholders.some((name) => VARYING.has(name)) ? (
              <ToggleGroup label="Household of the preview" options={EXAMPLES} value={example} onChange={onExample} />
            ) : null}
            <MessageFacts sent={picked.sent} age={picked.language === 'en' ? readingAge(picked.template) : null} />
            <TestText key={picked.id} templateId={picked.id} benefit={benefit} />
          </>
        ) : null}
      </div>
      <div className={classes(styles.stage, !picked && styles.waiting)}>
        {picked && picked.sent.characters > 0 ? (
          <Phone sender={sender} text={picked.sent.text} language={picked.language} />
        ) : chosen !== null ? (
          <TemplateNotFound channel="SMS" email={supportEmail} />
        ) : (
          <p className={styles.note}>Pick a message to see it on a phone.</p>
        )}
      </div>
    </div>
  )
}
