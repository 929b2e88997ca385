import { useId, type ReactNode, type Ref } from 'react'
import styles from './Page.module.css'

export interface SectionProps {
  title: string
  detail?: ReactNode
  actions?: ReactNode
  /** Without padding, for tables. */
  isFlush?: boolean
  /** Makes the title focusable. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A titled part of a page, on its own surface. */
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

/** Stacked sections. */
export function Sections({ children }: { children: ReactNode }) {
  return <div className={styles.sections}>{children}</div>
}
