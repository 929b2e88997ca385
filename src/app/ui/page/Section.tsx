import { useId, type ReactNode, type Ref } from 'react'
import styles from './Page.module.css'

export interface SectionProps {
  title: string
  /** A sentence on what the section is for. */
  detail?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  /** For tables: the content reaches from edge to edge. */
  isFlush?: boolean
  /** For who leads the focus to the title. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A titled part of a page, on a sheet of its own. */
export function Section({ title, detail, actions, isFlush = false, headingRef, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <div className={styles.sectionWords}>
          <h2 id={id} ref={headingRef} {...(headingRef ? { tabIndex: -1 } : {})}>
            {title}
          </h2>
          {detail === undefined ? null : <p className={styles.sectionDetail}>{detail}</p>}
        </div>
        {actions}
      </div>
      <div className={isFlush ? styles.flush : styles.sectionBody}>{children}</div>
    </section>
  )
}

/** Sections under each other. */
export function Sections({ children }: { children: ReactNode }) {
  return <div className={styles.sections}>{children}</div>
}
