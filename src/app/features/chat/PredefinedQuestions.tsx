import { PREDEFINED_QUESTIONS } from '#contract/predefinedQuestions'
import { useMediaQuery, WIDE_ENOUGH_FOR_PANEL } from '../../state/useMediaQuery'
import { Disclosure } from '../../ui/disclosure/Disclosure'
import styles from './ChatScreen.module.css'

/** Suggested questions; picking one fills the field. In a narrow window they are collapsed above the conversation. */
export function PredefinedQuestions({ onPick }: { onPick: (question: string) => void }) {
  const isBeside = useMediaQuery(WIDE_ENOUGH_FOR_PANEL)
  return (
    <aside className={styles.predefined} aria-label="Predefined Questions">
      <Disclosure title="Predefined Questions" level={2} key={String(isBeside)} defaultExpanded={isBeside}>
        {PREDEFINED_QUESTIONS.map(({ group, questions }) => (
          <section key={group} className={styles.group}>
            <h3>{group}</h3>
            <ul>
              {questions.map((question) => (
                <li key={question}>
                  <button type="button" className={styles.question} onClick={() => onPick(question)}>
                    {question}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </Disclosure>
    </aside>
  )
}
