import { PREDEFINED_QUESTIONS } from '#contract/predefinedQuestions'
import { Disclosure } from '../../ui/disclosure/Disclosure'
import styles from './ChatScreen.module.css'

/** Under this width the panel stands above the conversation, and is closed until it is wanted. */
const WIDE = '(min-width: 1024px)'

/** Questions to begin with (decision 23); picking one fills the field. */
export function PredefinedQuestions({ onPick }: { onPick: (question: string) => void }) {
  return (
    <aside className={styles.predefined} aria-label="Predefined Questions">
      <Disclosure title="Predefined Questions" level={2} defaultExpanded={window.matchMedia(WIDE).matches}>
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
