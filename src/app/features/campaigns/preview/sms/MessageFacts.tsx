import { TEXT_MESSAGE_LIMIT, textMessageSize } from '#contract/textMessage'
import { figure } from '../../../../lib/counts'
import { Notice } from '../../../../ui/notice/Notice'
import styles from './SmsChoice.module.css'

/** Length and cost of a text message, beside its preview. */
export function MessageFacts({ text }: { text: string }) {
  const { characters, segments, outsideGsm } = textMessageSize(text)
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
        <div>
          <dt>Characters outside the GSM alphabet</dt>
          <dd>{outsideGsm.length === 0 ? 'None' : <Outside characters={outsideGsm} />}</dd>
        </div>
      </dl>
      {outsideGsm.length > 0 ? (
        <p className={styles.note}>One such character is enough to make each segment hold less than half as much.</p>
      ) : null}
      {characters > TEXT_MESSAGE_LIMIT ? (
        <Notice kind="warning">{`A text message holds at most ${TEXT_MESSAGE_LIMIT} characters. Households whose message is longer are not sent one.`}</Notice>
      ) : null}
      <p className={styles.note}>
        The household shown is invented. Each household’s own details are filled in when its message is made, so that
        the length may differ a little.
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
