import { Page } from '../../src/app/ui/page/Page'
import { PARTS } from './parts'
import styles from './Gallery.module.css'

/** Every part of the interface in all its states, from one list. */
export function Gallery() {
  return (
    <main>
      <Page title="Gallery" subtitle="Every part in all its states. Development only.">
        {PARTS.map(({ part, states }) => (
          <section key={part} className={styles.part} aria-labelledby={`part-${part}`} data-part={part}>
            <h2 id={`part-${part}`}>{part}</h2>
            <div className={styles.states}>
              {states.map(({ state, show }) => (
                <div key={state} className={styles.state}>
                  <p className={styles.name}>{state}</p>
                  {show}
                </div>
              ))}
            </div>
          </section>
        ))}
      </Page>
    </main>
  )
}
