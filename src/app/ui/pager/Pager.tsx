import { useRef, useState, type SubmitEvent } from 'react'
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { IconButton } from '../button/IconButton'
import styles from './Pager.module.css'

export interface PagerProps {
  /** Accessible name: 'Pages of households'. */
  label: string
  summary: string
  /** From 1. */
  page: number
  pages: number
  onPage: (page: number) => void
}

const figure = new Intl.NumberFormat('en-GB')
const FEW = 3

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
          {pages > FEW ? (
            <IconButton
              label="First page"
              icon={<ChevronsLeft aria-hidden />}
              isDisabled={page <= 1}
              onPress={() => go(1)}
            />
          ) : null}
          <IconButton
            label="Previous page"
            icon={<ChevronLeft aria-hidden />}
            isDisabled={page <= 1}
            onPress={() => go(page - 1)}
          />
          {pages > FEW ? (
            <Jump page={page} pages={pages} onPage={onPage} />
          ) : (
            <span>{`Page ${figure.format(page)} of ${figure.format(pages)}`}</span>
          )}
          <IconButton
            label="Next page"
            icon={<ChevronRight aria-hidden />}
            isDisabled={page >= pages}
            onPress={() => go(page + 1)}
          />
          {pages > FEW ? (
            <IconButton
              label="Last page"
              icon={<ChevronsRight aria-hidden />}
              isDisabled={page >= pages}
              onPress={() => go(pages)}
            />
          ) : null}
        </nav>
      ) : null}
    </div>
  )
}

function Jump({ page, pages, onPage }: Pick<PagerProps, 'page' | 'pages' | 'onPage'>) {
  const [typed, setTyped] = useState<string | null>(null)
  const go = (event?: SubmitEvent) => {
    event?.preventDefault()
    const wanted = Number.parseInt((typed ?? '').replaceAll(',', ''), 10)
    setTyped(null)
    if (!Number.isNaN(wanted)) onPage(Math.min(Math.max(wanted, 1), pages))
  }
  return (
    <form className={styles.jump} onSubmit={go}>
      <label>
        <span className={styles.word}>Page </span>
        <input
          inputMode="numeric"
          autoComplete="off"
          aria-label={`Go to page, of ${figure.format(pages)}`}
          maxLength={9}
          value={typed ?? page}
          onChange={({ target }) => setTyped(target.value)}
          onFocus={({ target }) => target.select()}
          onBlur={() => go()}
        />
      </label>
      <span>{` of ${figure.format(pages)}`}</span>
    </form>
  )
}
