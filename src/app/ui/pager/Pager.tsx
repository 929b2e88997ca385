import { useRef } from 'react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../button/IconButton'
import styles from './Pager.module.css'

export interface PagerProps {
  /** Accessible name: 'Pages of households'. */
  label: string
  /** Announced when it changes. */
  summary: string
  /** From 1. */
  page: number
  pages: number
  onPage: (page: number) => void
}

const figure = new Intl.NumberFormat('en-GB')

/** The foot of a paged list; with one page, only the summary. */
export function Pager({ label, summary, page, pages, onPage }: PagerProps) {
  const nav = useRef<HTMLElement>(null)
  const go = (next: number) => {
    onPage(next)
    // The pressed button is disabled at either end: keep the focus near.
    if (next === 1 || next === pages) nav.current?.focus()
  }
  return (
    <div className={styles.foot}>
      <p role="status">{summary}</p>
      {pages > 1 ? (
        <nav ref={nav} tabIndex={-1} className={styles.pages} aria-label={label}>
          <IconButton
            label="Previous page"
            icon={<ChevronLeft aria-hidden />}
            isDisabled={page <= 1}
            onPress={() => go(page - 1)}
          />
          <span>
            Page {figure.format(page)} of {figure.format(pages)}
          </span>
          <IconButton
            label="Next page"
            icon={<ChevronRight aria-hidden />}
            isDisabled={page >= pages}
            onPress={() => go(page + 1)}
          />
        </nav>
      ) : null}
    </div>
  )
}
