import { useState } from 'react'
import { describeReadingAge } from '#contract/campaigns/plainEnglish'
import { rateOn } from '#contract/campaigns/notifyRates'
import { TEXT_MESSAGE_LIMIT, type SentText } from '#contract/campaigns/textMessage'
import { figure } from '../../../../../lib/counts'
import { londonDay } from '#contract/days'
import { Notice } from '../../../../../ui/notice/Notice'
import styles from './SmsChoice.module.css'

/** Length, segments, cost and reading age of a text message. */
export function MessageFacts({ sent, age }: { sent: SentText; age: number | null }) {
  const { characters, segments, welsh, lost } = sent
  const [today] = useState(() => londonDay(new Date()))
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
            <span>{figure(characters)}</span>
            <span className={styles.of}>{` of ${TEXT_MESSAGE_LIMIT}`}</span>
          </dd>
        </div>
        <div>
          <dt>Cost of each after free texts, without VAT</dt>
          <dd>{`${(rateOn('sms', segments, today).tenths / 10).toFixed(2)}p`}</dd>
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
      {age === null ? null : <p className={styles.note}>{describeReadingAge(age)}</p>}
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
