import { BENEFIT_TITLES, type BenefitName } from '#contract/campaigns'
import { fillTemplate, templateParts, type Placeholder } from '#contract/placeholders'
import { BatteryFull, ChevronLeft, SignalHigh, UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { sentText, TEXT_MESSAGE_LIMIT, type SentText } from '#contract/textMessage'
import { classes } from '../../../../ui/classes'
import { ToggleCard } from '../../../../ui/toggle-card/ToggleCard'
import type { SmsTemplates } from '../../queries'
import { TemplateNotFound } from '../TemplateNotFound'
import styles from './SmsChoice.module.css'
import phone from './Phone.module.css'
import { timeOf } from '../../../../lib/moments'
import { figure } from '../../../../lib/counts'
import { Notice } from '../../../../ui/notice/Notice'

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
  const { sms_sender_id: sender, sms_service_name: serviceName, sms_template_information: list } = templates
  const values = sampleHousehold(organisation, benefit)
  const texts = list.map(({ sms_template_id: id, template }) => ({
    id,
    sent: sentText(fillTemplate(templateParts(template), values), serviceName),
  }))
  const picked = texts.find(({ id }) => id === chosen)
  if (texts.length === 0) return <TemplateNotFound channel="SMS" email={supportEmail} />
  return (
    <div className={styles.choice}>
      <div className={styles.side}>
        <div className={styles.templates} role="group" aria-label="Templates">
          {texts.map(({ id, sent }, index) => (
            <ToggleCard
              key={id}
              title={`Template ${index + 1}`}
              detail={sent.text}
              isSelected={id === chosen}
              onPress={() => onChoose(id)}
            />
          ))}
        </div>
        {picked && picked.sent.characters > 0 ? <MessageFacts sent={picked.sent} /> : null}
      </div>
      <div className={classes(styles.stage, !picked && styles.waiting)}>
        {picked && picked.sent.characters > 0 ? (
          <Phone sender={sender} text={picked.sent.text} />
        ) : chosen !== null ? (
          <TemplateNotFound channel="SMS" email={supportEmail} />
        ) : (
          <p className={styles.note}>Pick a message to see it on a phone.</p>
        )}
      </div>
    </div>
  )
}

/** An invented household for the preview, never real data; its postcode area does not exist. */
function sampleHousehold(organisation: string, benefit: BenefitName): Partial<Record<Placeholder, string>> {
  return {
    title: 'Mrs',
    first_name: 'Margaret',
    last_name: 'Example',
    address_line_1: '12 Example Street',
    address_line_2: 'Exampleton',
    postcode: 'ZE99 9ZZ',
    household_reference: 'EXAMPLE-0001',
    organisation,
    benefit: BENEFIT_TITLES[benefit],
  }
}

/** The message as a phone of 320 by 640 pixels shows it. */
function Phone({ sender, text }: { sender: string; text: string }) {
  const time = useClock()
  return (
    <figure className={phone.phone} aria-label="Message preview">
      <div className={phone.statusBar}>
        <span>{time}</span>
        <span className={phone.signal}>
          <SignalHigh aria-hidden />
          5G
          <span>100%</span>
          <BatteryFull aria-hidden />
        </span>
      </div>
      <div className={phone.header}>
        <ChevronLeft className={phone.back} aria-hidden />
        <span className={phone.avatar} aria-hidden="true">
          <UserRound />
        </span>
        <p className={phone.sender}>{sender}</p>
      </div>
      {/* Focusable, so that a long message scrolls by keyboard too. */}
      <div className={phone.messages} role="group" aria-label={`Message from ${sender}`} tabIndex={0}>
        <p className={phone.bubble} dir="auto">
          {text}
        </p>
        <p className={phone.delivered}>{`Delivered ${time}`}</p>
      </div>
      <div className={phone.home} aria-hidden="true" />
    </figure>
  )
}

const MINUTE = 60_000

/** The time of day, '14:05', kept current. */
function useClock(): string {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), MINUTE - (now % MINUTE))
    return () => clearTimeout(timer)
  }, [now])
  return timeOf(now)
}

/** Length and segments of a text message, beside its preview. */
function MessageFacts({ sent: { characters, segments, welsh, lost } }: { sent: SentText }) {
  return (
    <div className={styles.facts}>
      <dl className={styles.figures}>
        <div>
          <dt>Segments</dt>
          <dd>{figure(segments)}</dd>
        </div>
        <div>
          <dt>Characters</dt>
          <dd>
            {figure(characters)} <span className={styles.of}>{`of ${TEXT_MESSAGE_LIMIT}`}</span>
          </dd>
        </div>
        {welsh.length > 0 ? (
          <div>
            <dt>Welsh letters that make it longer</dt>
            <dd>
              <Outside characters={welsh} />
            </dd>
          </div>
        ) : null}
        {lost.length > 0 ? (
          <div>
            <dt>Sent as “?”</dt>
            <dd>
              <Outside characters={lost} />
            </dd>
          </div>
        ) : null}
      </dl>
      {welsh.length > 0 ? (
        <p className={styles.note}>One such letter is enough to make each segment hold less than half as much.</p>
      ) : null}
      {lost.length > 0 ? (
        <Notice kind="warning">Text messages have no such characters: take them out of the template.</Notice>
      ) : null}
      {characters > TEXT_MESSAGE_LIMIT ? (
        <Notice kind="warning">{`A text message holds at most ${TEXT_MESSAGE_LIMIT} characters. Households whose message is longer are not sent one.`}</Notice>
      ) : null}
      <p className={styles.note}>
        The household shown is invented. The text is shown as GOV.UK Notify sends it, with plain quotation marks and
        dashes; with each household’s own details its length may differ a little.
      </p>
    </div>
  )
}

function Outside({ characters }: { characters: readonly string[] }) {
  return (
    <ul className={styles.outside}>
      {characters.map((character) => (
        <li key={character}>{character}</li>
      ))}
    </ul>
  )
}
