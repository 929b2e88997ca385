import styles from './LetterFaults.module.css'

export interface LetterFaultsProps {
  /** In the order of their numbers on the pictures, from 1. */
  faults: readonly { readonly words: string; readonly line: string | null }[]
  pages: readonly { readonly page: number; readonly picture: string }[]
}

/** All that is wrong with an uploaded letter, with its pages and the faults marked on them. */
export function LetterFaults({ faults, pages }: LetterFaultsProps) {
  return (
    <section className={styles.faults} aria-label="What is wrong with the letter">
      <ol className={styles.list}>
        {faults.map(({ words, line }) => (
          <li key={`${words} ${line}`}>
            {line === null ? null : (
              <p>
                <q>{line}</q>
              </p>
            )}
            <p>{words}</p>
          </li>
        ))}
      </ol>
      {pages.length === 0 ? null : (
        <>
          <p className={styles.note}>
            The household is invented. Each red number is a fault of the list; print only inside the dashed lines.
          </p>
          {pages.map(({ page, picture }) => (
            <img key={page} className={styles.page} src={picture} alt={`Page ${page} of the letter, with its faults`} />
          ))}
        </>
      )}
    </section>
  )
}
