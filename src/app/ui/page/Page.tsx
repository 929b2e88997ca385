import { type ReactNode, use, useId, type Ref } from 'react'
import { classes } from '../classes'
import styles from './Page.module.css'
import { pageHeader, usePageTitle } from './pageHeader'
import { PageHelp } from './pageHelp'

export interface PageProps {
  /** The page's h1, and the document's title. */
  title: string
  subtitle?: string | undefined
  actions?: ReactNode
  tabs?: ReactNode
  /** As wide as the window, for wide tables. */
  isWide?: boolean
  children: ReactNode
}

/** The frame of a page. */
export function Page({ title, subtitle, actions, tabs, isWide = false, children }: PageProps) {
  usePageTitle(title)
  const help = use(PageHelp)
  return (
    <div className={classes(styles.page, isWide && styles.wide)}>
      {tabs === undefined ? null : <div className={styles.tabs}>{tabs}</div>}
      <header ref={pageHeader} className={styles.header}>
        <div className={styles.words}>
          <h1 className={styles.title}>{title}</h1>
          {subtitle === undefined ? null : <p className={styles.subtitle}>{subtitle}</p>}
        </div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
        {help}
      </header>
      {children}
    </div>
  )
}

/** A surface on the page's background. */
export function Panel({ children }: { children: ReactNode }) {
  return <section className={styles.panel}>{children}</section>
}

export interface SectionProps {
  title: string
  detail?: ReactNode
  actions?: ReactNode
  isFlush?: boolean
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
