import { useEffect, useLayoutEffect, type RefObject } from 'react'

/**
 * Marks the frame by what fits: `data-tight` narrows gaps, `data-brief` drops minor columns, `data-folded` makes cards;
 * `data-more`: columns out of sight on the right.
 */
export function useTableFit(table: RefObject<HTMLTableElement | null>, isFolding: boolean): void {
  // New rows may be wider.
  useLayoutEffect(() => {
    if (table.current?.parentElement) fit(table.current.parentElement, isFolding)
  })
  useEffect(() => {
    const frame = table.current?.parentElement
    // jsdom has no observer.
    if (!frame || !('ResizeObserver' in window)) return undefined
    let width = frame.clientWidth
    const observer = new ResizeObserver(() => {
      if (frame.clientWidth === width) return
      width = frame.clientWidth
      delete frame.dataset.tight
      delete frame.dataset.brief
      delete frame.dataset.folded
      fit(frame, isFolding)
    })
    observer.observe(frame)
    const look = () => showMore(frame)
    frame.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      frame.removeEventListener('scroll', look)
    }
  }, [table, isFolding])
}

function fit(frame: HTMLElement, isFolding: boolean): void {
  // Measuring would unfold, and scroll, at each new row.
  if (frame.dataset.folded !== undefined) return
  if (!fits(frame)) frame.dataset.tight = ''
  if (!fits(frame) && isFolding) frame.dataset.brief = ''
  if (!fits(frame) && isFolding) {
    delete frame.dataset.brief
    frame.dataset.folded = ''
  }
  showMore(frame)
}

const fits = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth <= clientWidth

function showMore(frame: HTMLElement): void {
  if (frame.scrollLeft + frame.clientWidth < frame.scrollWidth - 1) frame.dataset.more = ''
  else delete frame.dataset.more
}
