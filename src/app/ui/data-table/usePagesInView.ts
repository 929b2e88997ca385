import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** Pages by index, from 0. */
interface View {
  readonly first: number
  readonly last: number
  readonly isAligned: boolean
  readonly isAtEnd: boolean
}
const AT_START: View = { first: 0, last: 0, isAligned: true, isAtEnd: false }

/** Pixels. */
interface Heights {
  readonly width: number
  readonly drawn: ReadonlyMap<number, number>
  readonly row: number
}
const NOTHING_DRAWN: Heights = { width: 0, drawn: new Map(), row: 48 }

/**
 * Which pages of a long list are in view. Each page is a row group (`data-page`, its index) in the scrolling element.
 *
 * @param list another one starts at its first row
 */
export function usePagesInView(total: number, rowsAPage: number, list: unknown) {
  const pages = Math.max(1, Math.ceil(total / rowsAPage))
  const scroller = useRef<HTMLDivElement>(null)
  const [heights, setHeights] = useState(NOTHING_DRAWN)
  const [view, setView] = useState(AT_START)
  const countRows = (page: number) => Math.max(0, Math.min(rowsAPage, total - page * rowsAPage))
  const measureHeight = (page: number) => heights.drawn.get(page) ?? countRows(page) * heights.row
  const heightOfAll = (from: number, before: number) => {
    let height = 0
    for (let page = from; page < before; page++) height += measureHeight(page)
    return height
  }

  const look = () => {
    if (!scroller.current) return
    const { scrollTop, clientHeight } = scroller.current
    let [first, start] = [0, 0]
    // Browsers round where they scroll to.
    while (first < pages - 1 && start + measureHeight(first) <= scrollTop + 1) start += measureHeight(first++)
    let [last, end] = [first, start + measureHeight(first)]
    while (last < pages - 1 && end < scrollTop + clientHeight) end += measureHeight(++last)
    const isAligned = scrollTop - start <= 1
    const isAtEnd = scrollTop > 0 && last === pages - 1 && end <= scrollTop + clientHeight + 1
    setView((before) =>
      before.first === first && before.last === last && before.isAligned === isAligned && before.isAtEnd === isAtEnd
        ? before
        : { first, last, isAligned, isAtEnd },
    )
  }

  const measure = useEffectEvent(() => {
    const drawn = new Map<number, number>()
    for (const group of scroller.current?.querySelectorAll<HTMLTableSectionElement>('[data-page]') ?? []) {
      const page = Number(group.dataset.page)
      const { height } = group.getBoundingClientRect()
      // Not while its rows are loading.
      if (height > 0 && group.rows.length === countRows(page)) drawn.set(page, height)
    }
    const width = scroller.current?.clientWidth ?? 0
    setHeights((before) => {
      const kept = before.width === width ? before.drawn : NOTHING_DRAWN.drawn
      const isKnown = [...drawn].every(([page, height]) => Math.abs((kept.get(page) ?? 0) - height) < 0.5)
      if (isKnown && kept === before.drawn) return before
      const [[page, height] = [0, 0]] = drawn
      const row = kept.size > 0 || height === 0 ? before.row : height / countRows(page)
      return { width, drawn: new Map([...kept, ...drawn]), row }
    })
    look()
  })
  useEffect(() => {
    // jsdom has none.
    if (!scroller.current || !('ResizeObserver' in window)) return undefined
    const observer = new ResizeObserver(measure)
    for (const element of [scroller.current, ...scroller.current.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0
  }, [list])
  useLayoutEffect(look)

  return {
    scroller,
    pages,
    view,
    heightOf: measureHeight,
    heightOfAll,
    look,
    goTo: (page: number) => {
      if (scroller.current) scroller.current.scrollTop = heightOfAll(0, page)
      look()
    },
  }
}
